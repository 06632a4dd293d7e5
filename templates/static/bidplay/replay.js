/* Walking through the turns of a match: steps in place, plays by itself, and lets what moved move. The pages
   lead to each other without it. */
"use strict";
(() => {
  const STEP = 2600;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const frame = () => document.getElementById("frame");
  const kept = new Map();
  let playing = 0;
  let busy = false;

  // What a drawing is made of, each piece with what it looks like and where it is.
  const pieces = (board) => {
    const frame = board.getBoundingClientRect();
    return [...board.querySelectorAll("use, circle, path, rect, text, ellipse")].map((node) => {
      const place = node.getBoundingClientRect();
      const look = [node.tagName, node.getAttribute("class"), node.getAttribute("href"), node.getAttribute("d"), node.textContent.trim(),
        Math.round(place.width / frame.width * 50)].join("|");
      return { node, look, x: (place.x - frame.x) / frame.width, y: (place.y - frame.y) / frame.height, frame };
    });
  };
  const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

  // Pieces that are somewhere else afterwards come from where they were; new ones appear.
  const animate = () => {
    const [before, after] = ["before", "after"].map((when) => document.querySelector(`.frame-${when} .board`));
    if (still.matches || !before || !after) return;
    const old = pieces(before);
    const came = [];
    for (const piece of pieces(after)) {
      const same = old.findIndex((one) => one.look === piece.look && apart(one, piece) < 0.004);
      if (same >= 0) old.splice(same, 1);
      else came.push(piece);
    }
    for (const piece of came.slice(0, 80)) {
      const from = old.filter((one) => one.look === piece.look).sort((a, b) => apart(a, piece) - apart(b, piece))[0];
      const time = { duration: 700, delay: 250, easing: "cubic-bezier(.3, .7, .2, 1)", fill: "backwards" };
      if (!from) {
        piece.node.animate([{ opacity: 0 }, { opacity: 1 }], time);
        continue;
      }
      old.splice(old.indexOf(from), 1);
      const unit = piece.node.ownerSVGElement.viewBox.baseVal;
      const way = `translate(${(from.x - piece.x) * unit.width}px, ${(from.y - piece.y) * unit.height}px)`;
      piece.node.animate([{ transform: way }, { transform: "translate(0, 0)" }], { ...time, composite: "add" });
    }
  };

  const link = (step) => frame()?.querySelector(`a[data-step="${step}"]`);
  const isTurn = (address) => /\/turn\/\d+\/$/.test(new URL(address, location.href).pathname);

  const fetched = (address) => {
    if (!kept.has(address)) {
      kept.set(address, fetch(address, { headers: { "X-Requested-With": "replay" } })
        .then((answer) => (answer.ok && isTurn(answer.url) ? answer.text() : null))
        .catch(() => null));
    }
    return kept.get(address);
  };

  const show = async (address, push) => {
    if (busy) return;
    busy = true;
    const text = await fetched(address);
    busy = false;
    const come = text && new DOMParser().parseFromString(text, "text/html").getElementById("frame");
    if (!come) {
      location.href = address;
      return;
    }
    const { step: active, jump } = document.activeElement?.dataset || {};
    const open = [...frame().querySelectorAll("details")].map((details) => details.open);
    frame().replaceWith(come);
    come.querySelectorAll("details").forEach((details, at) => { details.open = Boolean(open[at]); });
    if (push) history.pushState({ turn: true }, "", address);
    document.title = document.title.replace(/^[^·]*/, `${come.dataset.title} `);
    document.querySelector("[data-heard]").textContent =
      [come.dataset.title, ...[...come.querySelectorAll("[data-said] li")].map((said) => said.textContent)].join(" ");
    dress();
    if (jump) come.querySelector("[data-jump]")?.focus({ preventScroll: true });
    if (active) (link(active) || come.querySelector("[data-play]")).focus({ preventScroll: true });
    animate();
  };

  const stop = () => {
    clearInterval(playing);
    playing = 0;
    frame()?.querySelector("[data-play]")?.setAttribute("aria-pressed", "false");
  };
  const step = (which) => {
    const next = link(which);
    if (!next) return stop();
    if (!isTurn(next.href)) {
      stop();
      if (which !== "on") location.href = next.href;
      return undefined;
    }
    return show(next.href, true);
  };
  const play = () => {
    if (playing) return stop();
    playing = setInterval(() => step("on"), STEP);
    frame().querySelector("[data-play]").setAttribute("aria-pressed", "true");
    return undefined;
  };

  const dress = () => {
    const button = frame().querySelector("[data-play]");
    button.disabled = !link("on") || !isTurn(link("on").href);
    button.setAttribute("aria-pressed", String(Boolean(playing)));
    if (link("on") && isTurn(link("on").href)) fetched(link("on").href);
    else stop();
  };

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-play]")) {
      play();
      return;
    }
    const clicked = event.target.closest("a[data-step]");
    if (!clicked || event.ctrlKey || event.metaKey || event.shiftKey || !isTurn(clicked.href)) return;
    event.preventDefault();
    stop();
    show(clicked.href, true);
  });
  document.addEventListener("change", (event) => {
    const { jump } = event.target.dataset;
    if (!jump) return;
    stop();
    show(jump.replace("/turn/0/", `/turn/${event.target.value}/`), true);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, [contenteditable], pre")) return;
    const steps = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "end", Escape: "end" };
    if (event.key === " " && !event.target.closest("a, button, summary")) {
      event.preventDefault();
      play();
    } else if (steps[event.key]) {
      event.preventDefault();
      stop();
      step(steps[event.key]);
    }
  });
  window.addEventListener("popstate", () => show(location.href, false));
  document.addEventListener("DOMContentLoaded", () => {
    history.replaceState({ turn: true }, "");
    dress();
    animate();
    if (location.hash === "#play") play();
  });
})();
