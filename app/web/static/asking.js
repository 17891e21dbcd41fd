// Follows what a model looks up while it is asked; without it the page waits for the answer.
"use strict";

const form = document.getElementById("ask");
const status = document.getElementById("asking");

async function follow(event) {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  const answer = await fetch(form.action, {
    method: "POST",
    body: new URLSearchParams(new FormData(form)),
    headers: { Accept: "text/event-stream" },
  });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (text + part.value).split("\n\n");
    text = events.pop();
    events.forEach(tell);
  }
  button.disabled = false;
}

function tell(event) {
  const [name, data] = event.split("\n").map((line) => line.slice(line.indexOf(": ") + 2));
  const told = JSON.parse(data);
  if (name === "look") status.textContent = status.dataset.looks.replace("{tool}", told.tool);
  if (name === "writes") status.textContent = status.dataset.writes;
  if (name === "problem") status.textContent = told.detail;
  if (name === "answer") location.assign(`${location.pathname}?talk=${told.conversation}`);
}

if (form) form.addEventListener("submit", follow);
