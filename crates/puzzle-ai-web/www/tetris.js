// Falling blocks.
"use strict";

games.tetris = {
  begin() {
    this.board = new Board("tetris-board");
    this.paused = false;
    this.best = null;
    this.news = "";
    $("tetris-new").onclick = () => this.restart();
    $("tetris-pause").onclick = () => this.pause();
    $("tetris-hint").onchange = () => this.advise();
    $("tetris-nodes").oninput = () => this.advise();
    this.keys();
    this.touch();
    this.restart();
  },
  restart() {
    this.take(ask("tetris.new", { seed: seed() }));
    this.paused = false;
  },
  nodes() {
    return [100, 500, 2000, 10000, 50000][$("tetris-nodes").value - 1];
  },
  show() {
    clearInterval(this.clock);
    this.then = performance.now();
    this.spare = 0;
    this.clock = setInterval(() => this.tick(), 33);
    this.paint();
  },
  hide() {
    clearInterval(this.clock);
  },
  pause() {
    this.paused = !this.paused;
    this.paint();
  },
  // Time passes in frames of 1/60 s; self-play moves a few times a second instead.
  tick() {
    const now = performance.now();
    const passed = Math.min(200, now - this.then) + this.spare;
    this.then = now;
    this.spare = passed % (1000 / 60);
    if (this.paused || this.state.over) return;
    if ($("tetris-self").checked) {
      this.rest = (this.rest || 0) - passed;
      if (this.rest > 0) return;
      this.rest = 150;
      this.take(ask("tetris.auto", { nodes: this.nodes(), skill: Number($("tetris-skill").value) }));
    } else {
      this.take(ask("tetris.frames", { frames: Math.floor(passed / (1000 / 60)) }));
    }
  },
  input(input) {
    if (this.paused || this.state.over || $("tetris-self").checked) return;
    this.take(ask("tetris.input", { input }));
  },
  playHint() {
    if (this.paused || this.state.over) return;
    this.take(ask("tetris.auto", { nodes: this.nodes() }));
  },
  take(state) {
    const before = this.state;
    this.state = state;
    if (!before || before.pieces !== state.pieces || before.can_hold !== state.can_hold) {
      this.announce(before);
      this.advise();
    } else {
      this.paint();
    }
  },
  announce(before) {
    const { last } = this.state;
    if (!last || (before && before.pieces === this.state.pieces)) return;
    const clear = ["", "single", "double", "triple", "tetris"][last.lines];
    const spin = { none: "", mini: "mini T-spin ", full: "T-spin " }[last.spin];
    this.news = last.perfect ? "perfect clear" : (spin + clear).trim();
    if (last.attack) this.news += `, ${last.attack} sent`;
  },
  advise() {
    const wanted = $("tetris-hint").checked && !$("tetris-self").checked && !this.state.over;
    this.best = wanted ? ask("tetris.hint", { nodes: this.nodes() }).best : null;
    this.paint();
  },
  paint() {
    const { board, state } = this;
    // One row above the visible ones shows where pieces come in.
    const side = 32, left = 78, rows = 21, height = rows * side;
    board.size(left * 2 + 10 * side, height + 20);
    board.draw.fillStyle = style("--grid");
    board.draw.fillRect(left, 10 + side, 10 * side, height - side);
    board.draw.fillStyle = style("--card");
    for (let x = 1; x < 10; x++) board.draw.fillRect(left + x * side - 0.5, 10 + side, 1, height - side);
    for (let y = 1; y < 20; y++) board.draw.fillRect(left, 10 + (y + 1) * side - 0.5, 10 * side, 1);
    const put = (x, y, colour, alpha) => y < rows && board.cell(left + x * side, 10 + height - (y + 1) * side, side, colour, alpha);
    state.rows.forEach((row, at) => [...row].forEach((c, x) => c !== "." && put(x, state.rows.length - 1 - at, COLOURS[c])));
    if (this.best) {
      for (const [x, y] of this.best.cells) {
        if (y < rows) board.outline(left + x * side, 10 + height - (y + 1) * side, side, COLOURS[this.best.piece], 3);
      }
    }
    if (state.active) {
      for (const [x, y] of state.active.ghost) put(x, y, COLOURS[state.active.piece], 0.25);
      for (const [x, y] of state.active.cells) put(x, y, COLOURS[state.active.piece]);
    }
    board.text("hold", left / 2, 22, 14, "center", style("--soft"));
    if (state.hold) this.small(state.hold, left / 2, 60, state.can_hold ? 1 : 0.4);
    board.text("next", left * 1.5 + 10 * side, 22, 14, "center", style("--soft"));
    [...state.next].forEach((piece, at) => this.small(piece, left * 1.5 + 10 * side, 60 + at * 62, 1));
    if (this.paused || state.over) {
      board.draw.fillStyle = style("--card");
      board.draw.globalAlpha = 0.8;
      board.draw.fillRect(left, 10 + height / 2 - 40, 10 * side, 80);
      board.draw.globalAlpha = 1;
      board.text(state.over ? "game over" : "paused", left + 5 * side, 10 + height / 2, 26, "center");
    }
    const held = this.best?.held ? "Hint: hold first.\n" : "";
    $("tetris-status").textContent =
      `Lines ${state.lines} · level ${state.level} · pieces ${state.pieces} · sent ${state.attack}\n${held}${this.news}`;
  },
  small(piece, x, y, alpha) {
    const shapes = { I: ["####"], O: ["##", "##"], T: [".#.", "###"], S: [".##", "##."], Z: ["##.", ".##"], J: ["#..", "###"], L: ["..#", "###"] };
    const shape = shapes[piece], side = 15;
    shape.forEach((row, r) => [...row].forEach((c, col) => c === "#"
      && this.board.cell(x - (row.length * side) / 2 + col * side, y - (shape.length * side) / 2 + r * side, side, COLOURS[piece], alpha)));
  },
  keys() {
    const inputs = {
      ArrowLeft: "left", ArrowRight: "right", ArrowDown: "soft_drop", ArrowUp: "cw", KeyX: "cw", KeyZ: "ccw", ControlLeft: "ccw",
      KeyA: "half", Space: "hard_drop", KeyC: "hold", ShiftLeft: "hold",
    };
    // Moves repeat while their key is down: after 170 ms every 40 ms.
    let repeat = null, down = null;
    const stop = () => clearTimeout(repeat);
    addEventListener("keydown", (event) => {
      if (current !== "tetris" || event.repeat || event.target.matches("input, select")) return;
      if (event.code === "KeyP") return this.pause();
      if (event.code === "KeyH") return this.playHint();
      const input = inputs[event.code];
      if (!input) return;
      event.preventDefault();
      document.activeElement?.blur?.();
      this.input(input);
      if (!["left", "right", "soft_drop"].includes(input)) return;
      stop();
      down = event.code;
      const again = () => {
        this.input(input);
        repeat = setTimeout(again, 40);
      };
      repeat = setTimeout(again, input === "soft_drop" ? 60 : 170);
    });
    addEventListener("keyup", (event) => event.code === down && stop());
    addEventListener("blur", stop);
    for (const button of document.querySelectorAll("#tetris-pad button")) {
      button.onpointerdown = (event) => {
        event.preventDefault();
        this.input(button.dataset.input);
      };
    }
  },
  // Swipes move column by column, a quick one down drops, one up holds; a tap turns.
  touch() {
    const { canvas } = this.board;
    let from = null, moved = false, since = 0;
    canvas.onpointerdown = (event) => {
      canvas.setPointerCapture(event.pointerId);
      from = this.board.at(event);
      moved = false;
      since = performance.now();
    };
    canvas.onpointermove = (event) => {
      if (!from) return;
      const [x, y] = this.board.at(event);
      while (Math.abs(x - from[0]) > 32) {
        const right = x > from[0];
        this.input(right ? "right" : "left");
        from[0] += right ? 32 : -32;
        moved = true;
      }
      if (performance.now() - since > 250 && y - from[1] > 32) {
        this.input("soft_drop");
        from[1] += 32;
        moved = true;
      }
    };
    canvas.onpointerup = (event) => {
      if (!from) return;
      const [x, y] = this.board.at(event);
      const quick = performance.now() - since < 300;
      if (quick && y - from[1] > 60) this.input("hard_drop");
      else if (quick && from[1] - y > 60) this.input("hold");
      else if (!moved) this.input(x < this.board.width / 2 ? "ccw" : "cw");
      from = null;
    };
  },
};
