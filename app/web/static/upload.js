// Documents dropped anywhere on a page are handed in, one after the other.
(() => {
  const upload = (document.documentElement.dataset.root || "") + "/upload"; // in the book that is looked at
  const drop = document.getElementById("drop");
  if (!drop || !window.fetch) return;
  const here = drop.querySelector(".drop-here"), progress = drop.querySelector(".drop-progress");
  const count = drop.querySelector(".drop-count"), troubles = drop.querySelector(".drop-troubles");
  const words = drop.dataset;
  const waiting = [];
  let done = 0, all = 0, batch = "", sending = false, depth = 0;
  here.hidden = true;
  drop.hidden = false;

  const files = (event) => event.dataTransfer?.types.includes("Files");

  window.addEventListener("dragenter", (event) => {
    if (!files(event)) return;
    depth += 1;
    here.hidden = false;
  });
  window.addEventListener("dragleave", (event) => {
    if (!files(event)) return;
    depth = Math.max(0, depth - 1);
    if (!depth) here.hidden = true;
  });
  window.addEventListener("dragover", (event) => {
    if (files(event)) event.preventDefault();
  });
  window.addEventListener("drop", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    depth = 0;
    here.hidden = true;
    handIn([...event.dataTransfer.files]);
  });
  drop.querySelector(".drop-close").addEventListener("click", () => { progress.hidden = true; });

  function handIn(chosen) {
    if (!chosen.length) return;
    if (!sending) {
      done = all = 0;
      batch = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      troubles.replaceChildren();
    }
    all += chosen.length;
    waiting.push(...chosen);
    tell();
    if (!sending) send();
  }

  async function send() {
    sending = true;
    while (waiting.length) {
      const file = waiting.shift();
      await one(file);
      done += 1;
      tell();
    }
    sending = false;
    document.dispatchEvent(new CustomEvent("tieout:handed-in"));
    if (location.pathname === upload && !troubles.childElementCount) {
      location.assign(`${upload}?batch=${batch}`);
    }
  }

  async function one(file) {
    if (file.size > Number(words.limit)) return trouble(file.name, words.large);
    const form = new FormData();
    form.append("batch", batch);
    form.append("of", String(all));
    form.append("documents", file, file.name);
    try {
      let answer = await post(form);
      for (let again = 0; answer.status === 503 && again < 20; again += 1) {
        const seconds = Number(answer.headers.get("Retry-After")) || 2;
        await new Promise((wake) => setTimeout(wake, 1000 * seconds));
        answer = await post(form);
      }
      if (answer.status === 401 || answer.status === 403) return trouble(file.name, words.refused);
      if (!answer.ok) return trouble(file.name, words.failed);
      for (const each of (await answer.json()).documents) {
        if (each.error) trouble(each.name, each.error);
      }
    } catch {
      trouble(file.name, words.failed);
    }
  }

  function post(form) {
    return fetch(upload, { method: "POST", body: form, headers: { Accept: "application/json" } });
  }

  function trouble(name, text) {
    const line = document.createElement("li"), of = document.createElement("bdi");
    of.textContent = name;
    line.append(of, ": ", text);
    troubles.append(line);
  }

  function tell() {
    progress.hidden = false;
    count.textContent = words.sending.replace("{done}", done).replace("{all}", all);
    progress.querySelector("a").href = `${upload}?batch=${batch}`;
  }
})();
