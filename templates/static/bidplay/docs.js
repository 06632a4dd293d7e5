/* Shows the documentation of the API dark where the reader's system is; its style sheet waits for a class. */
"use strict";
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
