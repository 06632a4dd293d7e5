/* Moves chosen on the board, and men set up by hand. Which moves there are stands in the form. */
"use strict";
(() => {
  const say = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  const make = (tag, values = {}) => Object.assign(document.createElement(tag), values);
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const byKey = (event, go) => {
    if (event.key in STEPS) go(...STEPS[event.key]);
    else if (event.key === "Home") go(-8, 0);
    else if (event.key === "End") go(8, 0);
    else return;
    event.preventDefault();
  };
  const touched = (root) => root.closest("#live")?.setAttribute("data-touched", ""); // news must not wipe it out
  const within = (at, most) => Math.max(0, Math.min(most, at));

  // Moves: a man, then its goal; each choice ends in the list of the form.
  const play = (root) => {
    const board = document.querySelector(".table-board svg.board, .felt svg.board");
    const list = root.querySelector("[data-moves]");
    if (!board || !list) return;
    const words = root.dataset;
    const told = root.querySelector("[data-told]");
    const asked = root.querySelector("[data-ask]");
    const ways = [...list.options].filter((option) => option.dataset.from);
    const spots = [...board.querySelectorAll("[data-pick]")];
    const named = new Map(spots.map((spot) => [spot.dataset.pick, spot]));
    const cellOf = (spot) => spot.querySelector(".cell").getBBox();
    const side = cellOf(spots[0]).width;
    const places = new Map(spots.map((spot) => [spot, cellOf(spot)]));
    const left = Math.min(...[...places.values()].map((cell) => cell.x));
    const top = Math.min(...[...places.values()].map((cell) => cell.y));
    const grid = new Map(spots.map((spot) => {
      const cell = places.get(spot);
      return [`${Math.round((cell.x - left) / side)},${Math.round((cell.y - top) / side)}`, spot];
    }));
    const men = new Map(ways.map((way) => [way.dataset.from, way.parentElement.label]));
    let from = "";
    let goal = "";

    const mark = () => {
      const goals = new Map(ways.filter((way) => way.dataset.from === from).map((way) => [way.dataset.to, way]));
      for (const spot of spots) {
        const name = spot.dataset.pick;
        spot.classList.toggle("may", men.has(name));
        spot.classList.toggle("chosen", name === from || (Boolean(goal) && name === goal));
        spot.classList.toggle("goal", goals.has(name) && !goal);
        spot.querySelector(".goal-mark")?.remove();
        if (goals.has(name) && !goal) {
          const cell = places.get(spot);
          const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
          const taken = spot.querySelector(".man");
          const looks = { class: taken ? "goal-mark taking" : "goal-mark", r: side * (taken ? 0.44 : 0.15) };
          Object.assign(looks, { cx: cell.x + side / 2, cy: cell.y + side / 2 });
          for (const [key, value] of Object.entries(looks)) dot.setAttribute(key, value);
          spot.append(dot);
        }
        const man = men.get(name) || name;
        spot.setAttribute("aria-label", goals.has(name) && !goal ? say(words.sayGoal, { square: name }) : man);
        spot.setAttribute("aria-pressed", String(name === from));
      }
      for (const held of root.querySelectorAll("[data-held]")) {
        held.setAttribute("aria-pressed", String(held.dataset.held === from));
      }
    };
    const settle = (way) => {
      list.value = way.value;
      list.dispatchEvent(new Event("chosen", { bubbles: true }));
      touched(root);
      asked.hidden = true;
      goal = way.dataset.to;
      const became = asked.querySelector(`[value="${way.dataset.became}"]`)?.textContent || way.dataset.became;
      const text = way.dataset.became ? words.sayBecame : words.sayChosen;
      told.textContent = say(text, { man: men.get(from), square: goal, became });
      mark();
      root.closest("details")?.setAttribute("open", "");
      const button = root.closest("form").querySelector("button.button:not([type=button])");
      button.focus({ preventScroll: true });
      button.scrollIntoView({ block: "nearest" }); // so that the board stays in sight if it can
    };
    const ask = (found) => {
      asked.replaceChildren(...found.map((way) => {
        const known = root.querySelector("[data-kinds]").content.querySelector(`[value="${way.dataset.became}"]`);
        const button = known?.cloneNode(true) || make("button", { type: "button", className: "pick-kind", value: way.dataset.became, textContent: way.dataset.became });
        button.addEventListener("click", () => settle(way));
        return button;
      }));
      asked.hidden = false;
      goal = found[0].dataset.to;
      told.textContent = say(words.sayAsk, { man: men.get(from), square: goal });
      mark();
      asked.firstElementChild.focus();
    };
    const take = (name) => {
      from = name;
      goal = "";
      list.value = "";
      list.dispatchEvent(new Event("chosen", { bubbles: true }));
      asked.hidden = true;
      const count = new Set(ways.filter((way) => way.dataset.from === from).map((way) => way.dataset.to)).size;
      told.textContent = from ? say(words.sayGoals, { man: men.get(from), count }) : words.sayChoose;
      mark();
    };
    const choose = (name) => {
      const found = ways.filter((way) => way.dataset.from === from && way.dataset.to === name);
      if (found.length > 1) ask(found);
      else if (found.length) settle(found[0]);
      else if (men.has(name) && name !== from) take(name);
      else take("");
    };
    const stand = (spot) => {
      for (const other of spots) other.tabIndex = other === spot ? 0 : -1;
    };

    board.setAttribute("role", "group");
    board.setAttribute("aria-description", words.sayBoard);
    for (const spot of spots) spot.setAttribute("role", "button");
    stand(spots.find((spot) => men.has(spot.dataset.pick)) || spots[0]);
    board.addEventListener("click", (event) => {
      const spot = event.target.closest("[data-pick]");
      if (spot) choose(spot.dataset.pick);
    });
    board.addEventListener("keydown", (event) => {
      const spot = event.target.closest("[data-pick]");
      if (!spot) return;
      if (["Enter", " "].includes(event.key)) choose(spot.dataset.pick);
      else if (event.key === "Escape") take("");
      else {
        const cell = places.get(spot);
        const at = [Math.round((cell.x - left) / side), Math.round((cell.y - top) / side)];
        byKey(event, (right, down) => {
          const next = grid.get(`${within(at[0] + right, 7)},${within(at[1] + down, 7)}`);
          stand(next);
          next.focus();
        });
        return;
      }
      event.preventDefault();
    });
    const hand = [...men.keys()].filter((name) => name.startsWith("@"));
    if (hand.length) {
      const row = make("div", { className: "kinds" });
      row.setAttribute("role", "group");
      row.setAttribute("aria-label", words.sayHand);
      for (const name of hand) {
        const button = make("button", { type: "button", className: "pick-kind", textContent: men.get(name) });
        button.dataset.held = name;
        button.addEventListener("click", () => {
          take(from === name ? "" : name);
          if (from) board.scrollIntoView({ block: "nearest" });
        });
        row.append(button);
      }
      list.after(row);
    }
    list.addEventListener("change", () => {
      const way = list.selectedOptions[0];
      from = way?.dataset.from || "";
      goal = way?.dataset.to || "";
      asked.hidden = true;
      told.textContent = "";
      mark();
    });
    told.textContent = words.sayChoose;
    const chosen = list.selectedOptions[0];
    from = chosen?.dataset.from || "";
    goal = chosen?.dataset.to || "";
    mark();
  };

  // Bids: what the men that are named are worth.
  const bid = (root) => {
    const words = root.dataset;
    const [amount, pay] = root.querySelectorAll("input[name]");
    const told = root.querySelector("[data-told]");
    if (!told) return;
    const worths = new Map([...root.querySelectorAll("[data-worth]")].map((each) => [each.textContent, Number(each.dataset.worth)]));
    const tell = () => {
      const men = pay.value.toUpperCase().replace(/[\s,+]/g, "");
      told.textContent = "";
      if (!men || men === "ASK") return;
      if ([...men].some((letter) => !worths.has(letter))) {
        told.textContent = say(words.sayLetters, { letters: [...worths.keys()].reverse().join(" ") });
        return;
      }
      const worth = [...men].reduce((sum, letter) => sum + worths.get(letter), 0);
      const fits = worth === Math.abs(Number(amount.value));
      told.textContent = say(fits ? words.sayFits : words.sayDiffers, { men, worth, bid: amount.value.replace("-", "−") || "–" });
    };
    root.addEventListener("input", tell);
    root.addEventListener("click", (event) => {
      const more = event.target.closest("[data-man]");
      if (!more) return;
      pay.value = `${/^ask$/i.test(pay.value.trim()) ? "" : pay.value}${more.dataset.man}`;
      for (const name of ["input", "change"]) pay.dispatchEvent(new Event(name, { bubbles: true }));
    });
    tell();
  };

  // Setups: the rows of the text and the men on the board are the same thing, shown twice.
  const setUp = (root) => {
    const words = root.dataset;
    const field = root.querySelector("[data-rows]");
    const told = root.querySelector("[data-told]");
    const tray = root.querySelector("[data-tray]");
    const home = root.querySelector("[data-editor]");
    const kinds = new Map([...tray.children].map((entry) => [entry.dataset.letter, {
      name: entry.dataset.name, number: Number(entry.dataset.number), value: Number(entry.dataset.value),
      more: "more" in entry.dataset, face: entry.querySelector("svg"),
    }]));
    const black = "black" in words;
    let men = Array(24).fill("");
    let held = null; // a square, or the letter of a man beside the board
    const squareName = (at) => "abcdefgh"[at % 8] + (black ? 8 - Math.floor(at / 8) : 1 + Math.floor(at / 8));
    const placed = (letter) => men.filter((man) => man === letter).length;
    const over = (letter) => kinds.get(letter).number - placed(letter);
    const free = (letter) => kinds.get(letter).more || over(letter) > 0;

    const grid = make("div", { className: "setup-board" });
    grid.setAttribute("role", "group");
    grid.setAttribute("aria-label", words.sayBoard);
    grid.setAttribute("aria-description", words.sayKeys);
    const order = [16, 8, 0].flatMap((row) => [...Array(8).keys()].map((file) => row + (black ? 7 - file : file)));
    const squares = new Map(order.map((at, place) => {
      const spot = make("button", { type: "button", tabIndex: place === 16 ? 0 : -1 });
      spot.className = (at % 8 + Math.floor(at / 8) + Number(black)) % 2 ? "light" : "dark";
      spot.dataset.at = at;
      spot.dataset.name = squareName(at);
      return [at, spot];
    }));
    grid.append(...squares.values());
    const row = make("div", { className: "setup-tray" });
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", words.sayTray);
    home.append(make("p", { className: "small", textContent: words.sayChoose }), grid, row);
    home.hidden = false;
    tray.classList.add("unseen");
    // Before anything is sealed the editor takes the place of the board, which shows the usual setup.
    const stage = document.querySelector(".table-board");
    if (stage && !root.closest("details")) {
      for (const shown of stage.querySelectorAll(":scope > svg.board, :scope > .board-key")) shown.setAttribute("hidden", "");
      stage.prepend(home, told);
    }

    const faceOf = (letter) => kinds.get(letter)?.face?.cloneNode(true) || letter;
    const faults = () => {
      const found = [];
      const due = "due" in words;
      const waits = [...kinds].filter(([letter, kind]) => over(letter) > 0 && !(due && kind.value));
      if (waits.length && !due) found.push(say(words.sayOver, { men: waits.map(([letter, kind]) => `${over(letter)} × ${kind.name}`).join(", ") }));
      if (waits.length && due) found.push(words.sayMissing);
      const worth = men.reduce((sum, letter) => sum + (kinds.get(letter)?.value || 0), 0);
      if (due && worth !== Number(words.left)) found.push(say(words.sayDue, { placed: worth }));
      const pawns = [...men.keys()].filter((at) => at < 8 && men[at] === "P").map(squareName);
      if (pawns.length) found.push(say(words.sayPawns, { squares: pawns.join(", ") }));
      const bishops = [...men.keys()].filter((at) => men[at] === "B");
      const dark = bishops.filter((at) => squares.get(at).className.includes("dark")).length;
      if (Math.abs(bishops.length - 2 * dark) > 1) found.push(say(words.sayBishops, { dark, light: bishops.length - dark }));
      return found;
    };
    const show = (spoken = "") => {
      for (const [at, spot] of squares) {
        const kind = kinds.get(men[at]);
        spot.replaceChildren(men[at] ? faceOf(men[at]) : "");
        spot.setAttribute("aria-label", kind ? `${squareName(at)}, ${kind.name}` : men[at] ? `${squareName(at)}, ${men[at]}` : say(words.sayEmpty, { square: squareName(at) }));
        spot.setAttribute("aria-pressed", String(held === at));
      }
      const left = [...kinds].filter(([letter]) => free(letter));
      row.replaceChildren(...left.map(([letter, kind]) => {
        const button = make("button", { type: "button" });
        const count = kind.more ? "+" : `${over(letter)} ×`;
        button.append(faceOf(letter), make("span", { className: "small", textContent: `${count} ${kind.name}` }));
        button.dataset.letter = letter;
        button.setAttribute("aria-pressed", String(held === letter));
        return button;
      }));
      if (!left.length) row.append(make("span", { className: "small", textContent: words.sayNone }));
      const wrong = faults();
      const lines = wrong.length ? wrong : [words.sayFine];
      told.replaceChildren(
        ...(spoken ? [make("p", { textContent: spoken })] : []),
        ...lines.map((line) => make("p", { textContent: line, className: wrong.length ? "wrong" : "" })),
      );
    };
    const write = () => {
      field.value = [0, 8, 16].map((from) => men.slice(from, from + 8).map((man) => man || ".").join("")).join("\n");
      touched(root);
      field.dispatchEvent(new Event("chosen", { bubbles: true }));
    };
    const put = (what, at) => {
      const letter = typeof what === "number" ? men[what] : what;
      if (typeof what === "number") men[what] = men[at];
      men[at] = letter;
      held = null;
      write();
      show(say(words.sayPut, { man: kinds.get(letter)?.name || letter, square: squareName(at) }));
    };
    const aside = (at) => {
      const man = kinds.get(men[at])?.name || men[at];
      men[at] = "";
      held = null;
      write();
      show(man ? say(words.sayAside, { man }) : "");
    };
    const take = (what) => {
      held = held === what ? null : what;
      const letter = typeof what === "number" ? men[what] : what;
      show(held === null ? "" : say(words.sayHeld, { man: kinds.get(letter)?.name || letter }));
    };
    const touch = (target) => {
      const { at, letter } = target.dataset;
      if (at !== undefined) {
        if (held === Number(at)) take(Number(at));
        else if (held !== null) put(held, Number(at));
        else if (men[at]) take(Number(at));
      } else if (typeof held === "number") aside(held);
      else if (letter) take(letter);
      const again = at === undefined && letter && row.querySelector(`[data-letter="${letter}"]`);
      if (again && document.activeElement === document.body) again.focus();
    };
    const read = () => {
      const rows = field.value.toUpperCase().split(/[\/\n;]/).map((line) => line.replace(/\s/g, "").replace(/[1-8]/g, (n) => ".".repeat(n))).filter(Boolean);
      if (rows.length !== 3 || rows.some((line) => line.length !== 8)) {
        told.replaceChildren(make("p", { textContent: words.sayRows, className: "wrong" }));
        return;
      }
      men = [...rows.join("")].map((letter) => (letter === "." ? "" : letter));
      held = null;
      show();
    };

    // A man is dragged, or chosen by one tap and put down by another.
    let drag = null;
    let dropped = false;
    home.addEventListener("pointerdown", (event) => {
      const target = event.target.closest("button");
      if (!target || target.disabled || event.button) return;
      const { at, letter } = target.dataset;
      drag = { x: event.clientX, y: event.clientY, target, what: at === undefined ? letter : Number(at), ghost: null };
      if (typeof drag.what === "number" && !men[drag.what]) drag = null;
    });
    document.addEventListener("pointermove", (event) => {
      if (!drag) return;
      if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
      if (!drag.ghost) {
        drag.ghost = make("div", { className: "setup-ghost" });
        drag.ghost.append(faceOf(typeof drag.what === "number" ? men[drag.what] : drag.what));
        document.body.append(drag.ghost);
      }
      drag.ghost.style.setProperty("left", `${event.clientX}px`);
      drag.ghost.style.setProperty("top", `${event.clientY}px`);
    });
    document.addEventListener("pointerup", (event) => {
      const ended = drag;
      drag = null;
      if (!ended?.ghost) return;
      ended.ghost.remove();
      const under = document.elementFromPoint(event.clientX, event.clientY);
      const spot = under?.closest(".setup-board button");
      dropped = true;
      setTimeout(() => { dropped = false; }); // a click may follow, and is none
      if (spot && squares.get(Number(spot.dataset.at)) === spot) {
        if (ended.what === Number(spot.dataset.at)) show();
        else put(ended.what, Number(spot.dataset.at));
      } else if (typeof ended.what === "number") aside(ended.what);
    });
    document.addEventListener("pointercancel", () => {
      drag?.ghost?.remove();
      drag = null;
    });
    home.addEventListener("click", (event) => {
      const target = event.target.closest("button");
      if (dropped || !(target || event.target.closest(".setup-tray"))) return;
      touch(target || row);
    });
    grid.addEventListener("keydown", (event) => {
      const at = Number(event.target.dataset.at);
      const place = order.indexOf(at);
      const letter = event.key.toUpperCase();
      if (["Delete", "Backspace"].includes(event.key)) aside(at);
      else if (event.key === "Escape") take(held);
      else if (!event.ctrlKey && !event.metaKey && !event.altKey && kinds.has(letter)) {
        if (free(letter)) put(letter, at);
      } else {
        byKey(event, (right, down) => {
          const next = squares.get(order[within(Math.floor(place / 8) + down, 2) * 8 + within(place % 8 + right, 7)]);
          for (const spot of squares.values()) spot.tabIndex = spot === next ? 0 : -1;
          next.focus();
        });
        return;
      }
      event.preventDefault();
    });
    field.addEventListener("input", read);
    read();
  };

  const dress = () => {
    for (const root of document.querySelectorAll("[data-chess]:not([data-dressed])")) {
      root.dataset.dressed = "";
      ({ bid, move: play, setup: setUp })[root.dataset.chess](root);
    }
  };
  dress();
  document.addEventListener("htmx:afterSwap", dress);
})();
