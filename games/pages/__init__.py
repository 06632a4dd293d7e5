"""The browser's door: server-rendered pages. They read rows, call actions, and show what came of it."""
