/* What makes the pages smoother. Everything works without it. */
"use strict";
