/* What keeps a match page new while others play, and knows what its reader has seen. Works beside htmx. */
"use strict";
(() => {
  const PATIENT = 30; // after so many looks without news, only every sixth is made
  let quiet = 0;
  const live = () => document.getElementById("live");
  const bar = () => document.getElementById("news");

  // News must not wipe out what is being filled in, nor fold up what is being read.
  const opened = new Set();
  document.addEventListener("input", (event) => {
    event.target.closest("#live")?.setAttribute("data-touched", "");
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.id !== "live") return;
    quiet += 1;
    // Nobody looks, or nothing has happened for long: it can wait.
    if (document.hidden || (quiet > PATIENT && quiet % 6)) event.preventDefault();
    if (bar() && !bar().hidden) event.preventDefault();
    opened.clear();
    for (const shown of event.target.querySelectorAll("details[open] > summary")) opened.add(shown.textContent);
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target.id !== "live" || event.detail.xhr.status !== 200) return;
    quiet = 0;
    if (!live().hasAttribute("data-touched") || !bar()) return;
    event.detail.shouldSwap = false;
    bar().hidden = false;
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#news button")) location.reload(); // an order that is not sent is kept as a draft
  });
  document.addEventListener("htmx:load", (event) => {
    if (event.target.id !== "live") return;
    // What was said is of what was there before; but nothing moves under who is reading it.
    const said = document.querySelector("#main > [role=status].stack-tight");
    if (said && !said.contains(document.activeElement)) said.remove();
    for (const summary of event.target.querySelectorAll("details > summary")) {
      if (opened.has(summary.textContent)) summary.parentElement.open = true;
    }
    opened.clear();
    remember();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || !live()?.hasAttribute("hx-get")) return;
    quiet = 0;
    window.htmx?.trigger(live(), "news");
  });

  // The replay begins after the last turn that was seen in this browser.
  let since = null;
  const remember = () => {
    const watch = document.querySelector("[data-watch]");
    if (!watch) return;
    const [code, reader, newest] = watch.dataset.watch.split(" ");
    try {
      const key = `bidplay:seen:${code}:${reader}`;
      if (since === null) since = Number(localStorage.getItem(key) || 0);
      localStorage.setItem(key, newest);
    } catch { return; /* Without storage it begins where the server thinks best. */ }
    if (since > 0 && since < Number(newest)) watch.href = watch.href.replace(/\/turn\/\d+\//, `/turn/${since + 1}/`);
  };
  document.addEventListener("DOMContentLoaded", remember);
})();
