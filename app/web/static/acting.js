// Follows an act: how far it is, and then what came of it. Without this the page comes anew each second.
(() => {
  const bar = document.getElementById("act"), said = document.getElementById("act-said");
  const between = 250;
  let failed = 0;

  async function look() {
    const answer = await fetch(location.href, { headers: { Accept: "application/json" } }).catch(() => null);
    const isJson = answer?.headers.get("content-type")?.startsWith("application/json");
    if (!isJson && ++failed < 20) return void setTimeout(look, between * failed);
    const now = isJson ? await answer.json() : { ended: true };
    if (now.ended) return void location.replace(location.href);
    failed = 0;
    if (now.of) [bar.max, bar.value] = [now.of, now.done];
    if (said.textContent !== now.text) said.textContent = now.text;
    setTimeout(look, between);
  }
  setTimeout(look, between);
})();
