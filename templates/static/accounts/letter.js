/* Makes the frame of a caught mail as high as the mail. Nothing in the frame runs: its sandbox lets no script. */
"use strict";
for (const frame of document.querySelectorAll("iframe.letter")) {
  const fit = () => {
    const letter = frame.contentDocument?.documentElement;
    if (!letter) return;
    frame.style.blockSize = "0";
    frame.style.blockSize = `${letter.scrollHeight + frame.offsetHeight - frame.clientHeight}px`;
  };
  frame.addEventListener("load", fit);
  let width = 0;
  new ResizeObserver(() => {
    if (frame.clientWidth !== width) fit();
    width = frame.clientWidth;
  }).observe(frame);
  if (frame.contentDocument?.readyState === "complete") fit();
}
