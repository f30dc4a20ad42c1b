// Tilings.
"use strict";

games.tilings = {
  begin() {
    this.board = new Board("tilings-board");
    this.job = new Job();
    $("tilings-region").onchange = () => this.preset();
    $("tilings-set").onchange = $("tilings-distinct").onchange = () => this.reset();
    $("tilings-next").onclick = () => this.seek(false);
    $("tilings-run").onclick = () => (this.running ? this.halt() : this.seek(true));
    $("tilings-count").onclick = () => attempt("tilings-status", () => this.count());
    this.board.canvas.onpointerdown = (event) => {
      const [x, y] = this.board.cellAt(event, this.side);
      if (this.rows[y]?.[x]) this.toggle(x, y);
    };
    const size = () => [this.rows[0].length, this.rows.length];
    this.cursor = new Cursor(this.board, size, (x, y) => this.toggle(x, y), () => this.paint());
    this.preset();
  },
  show() {
    this.paint();
  },
  hide() {
    this.halt();
  },
  halt() {
    this.running = false;
    this.job.stop();
    clearTimeout(this.timer);
    $("tilings-run").textContent = "Run";
  },
  preset() {
    const name = $("tilings-region").value;
    if (name === "chess") {
      this.rows = Array.from({ length: 8 }, (_, y) => Array.from({ length: 8 }, (_, x) => ([3, 4].includes(x) && [3, 4].includes(y) ? "." : "#")));
    } else {
      const [height, width] = name.split("x").map(Number);
      this.rows = Array.from({ length: height }, () => Array(width).fill("#"));
    }
    this.reset();
  },
  toggle(x, y) {
    this.rows[y][x] = this.rows[y][x] === "#" ? "." : "#";
    this.reset();
  },
  // Any change of the question ends the search.
  reset() {
    this.halt();
    this.started = false;
    this.tiling = null;
    const cells = this.rows.flat().filter((c) => c === "#").length;
    const each = { dominoes: 2, trominoes: 3, tetrominoes: 4, pentominoes: 5 }[$("tilings-set").value];
    const fits = each === 5 ? cells === 60 : cells % each === 0;
    const wanted = each === 5 ? "the twelve pentominoes cover 60" : `not a multiple of ${each}`;
    $("tilings-status").textContent = fits ? `${cells} cells.` : `${cells} cells: ${wanted}.`;
    this.paint();
  },
  question() {
    return { region: this.rows.map((row) => row.join("")), set: $("tilings-set").value };
  },
  seek(on) {
    this.halt();
    if (!this.started) {
      const begun = attempt("tilings-status", () => ask("tilings.start", { ...this.question(), distinct: $("tilings-distinct").checked }));
      if (!begun) return;
      this.started = true;
    }
    this.running = on;
    if (on) $("tilings-run").textContent = "Stop";
    const more = () => this.job.start(() => {
      const step = ask("tilings.step", { nodes: 5000 });
      const nodes = step.nodes.toLocaleString("en");
      if (step.tiling) {
        this.tiling = step.tiling;
        $("tilings-status").textContent = `Tiling ${step.found}, after ${nodes} nodes.`;
        this.paint();
        if (this.running) this.timer = setTimeout(more, 60);
        return false;
      }
      if (step.done) {
        this.halt();
        this.started = false;
        $("tilings-status").textContent = step.found ? `That were all ${step.found} (${nodes} nodes).` : `There is none (${nodes} nodes).`;
        return false;
      }
      $("tilings-status").textContent = `Searching: ${nodes} nodes.`;
      return true;
    });
    more();
  },
  // Exactly and at once where partial tilings with the same rest can be merged; else one by one.
  count() {
    this.halt();
    const { count, complete } = ask("tilings.count", { ...this.question(), nodes: 500_000 });
    const say = (text) => ($("tilings-status").textContent = text);
    if (complete) return say(`${BigInt(count).toLocaleString("en")} tilings.`);
    ask("tilings.start", this.question());
    this.started = false;
    this.job.start(() => {
      const { found, done, nodes } = ask("tilings.tally", { nodes: 20_000 });
      say(done ? `${found.toLocaleString("en")} tilings.` : `Counting: ${found.toLocaleString("en")} tilings so far, ${nodes.toLocaleString("en")} nodes.`);
      return !done;
    });
  },
  paint() {
    const { board, rows } = this;
    const side = (this.side = Math.floor(460 / Math.max(rows.length, rows[0].length, 6)));
    board.size(rows[0].length * side, rows.length * side);
    rows.forEach((row, y) => row.forEach((c, x) => c === "#" && board.cell(x * side, y * side, side, style("--grid"))));
    const copies = $("tilings-set").value !== "pentominoes";
    this.tiling?.forEach((one, number) => {
      // Neighbours differ: the number of a copy goes into its colour.
      const colour = PALETTE[(copies ? number * 5 + one.piece : one.piece) % 12];
      const has = (x, y) => one.cells.some((cell) => cell[0] === x && cell[1] === y);
      board.draw.fillStyle = colour;
      for (const [x, y] of one.cells) {
        const [l, t] = [x * side, (rows.length - 1 - y) * side];
        const right = has(x + 1, y) ? side : side - 2, down = has(x, y - 1) ? side : side - 2;
        const left = has(x - 1, y) ? 0 : 2, up = has(x, y + 1) ? 0 : 2;
        board.draw.fillRect(l + left, t + up, right - left, down - up);
      }
    });
    this.cursor.paint(side);
  },
};
