// Match-3.
"use strict";

games.match3 = {
  begin() {
    this.board = new Board("match3-board");
    this.picked = null;
    this.cursor = [0, 0];
    this.keyboard = false;
    $("match3-new").onclick = () => this.restart();
    $("match3-kinds").onchange = $("match3-specials").onchange = () => this.restart();
    $("match3-hint").onchange = () => this.paint();
    $("match3-play").onclick = () => this.playBest();
    $("match3-self").onchange = () => this.next();
    this.pointer();
    this.keys();
    this.restart();
  },
  restart() {
    clearTimeout(this.timer);
    this.frames = null;
    const kinds = Number($("match3-kinds").value), specials = $("match3-specials").checked;
    this.settle(ask("match3.new", { seed: seed(), kinds, specials }));
  },
  show() {
    this.paint();
    this.next();
  },
  hide() {
    clearTimeout(this.timer);
    if (this.frames) this.settle(this.state);
  },
  // A board at rest, with the best swap on it.
  settle(state) {
    this.state = state;
    this.frames = null;
    this.picked = null;
    this.best = state.over ? null : ask("match3.hint", { nodes: 3000 });
    this.say();
    this.paint();
  },
  say(gained) {
    const { state, best } = this;
    const hint = best?.best ? `Best swap: ${best.best.mean.toFixed(1)} points on average, of ${best.moves} swaps.` : "";
    $("match3-status").textContent = `Score ${state.score} · moves ${state.moves}${gained ? ` · +${gained}` : ""}\n${state.over ? "No swap is left." : hint}`;
  },
  playBest() {
    if (!this.frames && this.best?.best) this.swap(this.best.best.from, this.best.best.to);
  },
  next() {
    clearTimeout(this.timer);
    if ($("match3-self").checked && current === "match3" && !this.frames) this.timer = setTimeout(() => this.playBest(), 500);
  },
  swap(from, to) {
    this.picked = null;
    const answer = attempt("match3-status", () => ask("match3.swap", { from, to }));
    if (!answer) return this.paint();
    this.state = answer;
    this.frames = answer.frames;
    this.best = null;
    this.say(answer.gained);
    this.play(0);
  },
  // Each wave: what goes is marked on the board before it, then the board after it.
  play(number) {
    const frames = this.frames;
    if (!frames) return;
    if (number === frames.length) {
      const { gained } = this.state;
      this.settle(this.state);
      this.say(gained);
      return this.next();
    }
    const frame = frames[number];
    if (frame.cleared.length) {
      this.paint(frames[number - 1].board, frame.cleared);
      this.timer = setTimeout(() => {
        this.paint(frame.board);
        this.timer = setTimeout(() => this.play(number + 1), 160);
      }, 260);
    } else {
      this.paint(frame.board);
      this.timer = setTimeout(() => this.play(number + 1), 160);
    }
  },
  paint(cells = this.state.board, going = []) {
    const { board } = this;
    const side = (this.side = 480 / cells[0].length);
    board.size(480, side * cells.length);
    cells.forEach((row, r) => row.forEach((token, c) => this.candy(token, c * side, r * side, side)));
    for (const [r, c] of going) {
      board.cell(c * side, r * side, side, style("--card"), 0.65);
      board.outline(c * side, r * side, side, style("--ink"), 2);
    }
    if (this.frames) return;
    if ($("match3-hint").checked && this.best?.best) {
      const { from, to, highlight } = this.best.best;
      for (const [r, c] of highlight) board.outline(c * side, r * side, side, style("--ink"), 3);
      const [x1, y1, x2, y2] = [from[1], from[0], to[1], to[0]].map((v) => (v + 0.5) * side);
      board.draw.strokeStyle = style("--ink");
      board.draw.lineWidth = 6;
      board.draw.lineCap = "round";
      board.draw.beginPath();
      board.draw.moveTo(x1 + (x2 - x1) * 0.25, y1 + (y2 - y1) * 0.25);
      board.draw.lineTo(x1 + (x2 - x1) * 0.75, y1 + (y2 - y1) * 0.75);
      board.draw.stroke();
    }
    if (this.picked) board.outline(this.picked[1] * side, this.picked[0] * side, side, style("--accent"), 5);
    else if (this.keyboard) board.outline(this.cursor[1] * side, this.cursor[0] * side, side, style("--soft"), 3);
  },
  // Tokens as in the library's drawings: a kind, then h, v, w, p or q for striped, wrapped and primed; * is the bomb.
  candy(token, x, y, side) {
    const { draw } = this.board, middle = side / 2;
    this.board.cell(x, y, side, style("--grid"));
    if (token === "." || token === "#") return;
    const kind = token.charCodeAt(0) - 65;
    draw.fillStyle = token === "*" ? "#333" : PALETTE[[4, 1, 3, 5, 2, 6, 0, 8][kind]];
    draw.beginPath();
    // Each kind has a form of its own, for those who do not see its colour.
    const corners = [0, 4, 3, 6, 5, 8, 7, 9][token === "*" ? 0 : kind];
    if (corners === 0) draw.arc(x + middle, y + middle, side * 0.36, 0, 7);
    for (let i = 0; i < corners; i++) {
      const turn = (i / corners) * 2 * Math.PI - Math.PI / 2 + (corners === 4 ? Math.PI / 4 : 0);
      draw.lineTo(x + middle + Math.cos(turn) * side * 0.42, y + middle + Math.sin(turn) * side * 0.42);
    }
    draw.closePath();
    draw.fill();
    const form = token === "*" ? "✦" : { h: "↔", v: "↕", w: "◆", p: "◇", q: "◇" }[token[1]];
    if (form) this.board.text(form, x + middle, y + middle, side * 0.5, "center", "#fff");
  },
  pointer() {
    const { canvas } = this.board;
    let from = null;
    const cell = (event) => this.board.cellAt(event, this.side).reverse();
    const inside = ([r, c]) => this.state.board[r]?.[c] !== undefined;
    canvas.onpointerdown = (event) => {
      if (this.frames || !inside(cell(event))) return;
      canvas.setPointerCapture(event.pointerId);
      this.keyboard = false;
      from = cell(event);
      const near = this.picked && Math.abs(from[0] - this.picked[0]) + Math.abs(from[1] - this.picked[1]) === 1;
      if (near) {
        const picked = this.picked, to = from;
        from = null;
        return this.swap(picked, to);
      }
      this.picked = from;
      this.paint();
    };
    canvas.onpointermove = (event) => {
      if (!from) return;
      const to = cell(event);
      if (inside(to) && Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]) === 1) {
        const start = from;
        from = null;
        this.swap(start, to);
      }
    };
    canvas.onpointerup = canvas.onpointercancel = () => (from = null);
  },
  keys() {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    addEventListener("keydown", (event) => {
      if (current !== "match3" || this.frames || event.target.matches("input, select")) return;
      const step = steps[event.code];
      if (event.code === "KeyH") return this.playBest();
      if (!step && event.code !== "Space") return;
      event.preventDefault();
      document.activeElement?.blur?.();
      this.keyboard = true;
      if (!step) this.picked = this.picked ? null : this.cursor;
      else {
        const to = [this.cursor[0] + step[0], this.cursor[1] + step[1]];
        if (this.state.board[to[0]]?.[to[1]] === undefined) return;
        if (this.picked) return this.swap(this.picked, to);
        this.cursor = to;
      }
      this.paint();
    });
  },
};
