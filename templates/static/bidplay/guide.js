/* A guide that its reader has folded stays folded, in this browser and this game, until they open it again. */
"use strict";
(() => {
  // It stands right behind the guide and is not deferred: nothing moves once the page is there.
  const guide = document.getElementById("guide");
  if (!guide) return;
  const key = `bidplay:${guide.dataset.fold}`;
  try {
    guide.open = localStorage.getItem(key) !== "folded";
  } catch { return; /* Without storage it is open on every page. */ }
  guide.addEventListener("toggle", () => localStorage.setItem(key, guide.open ? "open" : "folded"));
})();
