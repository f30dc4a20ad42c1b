// Perfect clears of a drawn field.
"use strict";

games.pc = {
  begin() {
    this.board = new Board("pc-board");
    this.job = new Job();
    this.rows = ["XX______XX", "XX______XX", "XX______XX", "XX______XX"].map((row) => [...row]);
    this.solution = null;
    this.draw();
    const toggle = (x, y) => this.edit(() => (this.rows[y][x] = this.rows[y][x] === "_" ? "X" : "_"));
    this.cursor = new Cursor(this.board, () => [10, this.rows.length], toggle, () => this.paint());
    $("pc-clear").onchange = () => this.resize(Number($("pc-clear").value));
    $("pc-empty").onclick = () => this.edit(() => this.rows.forEach((row) => row.fill("_")));
    $("pc-find").onclick = () => this.find();
    $("pc-next").onclick = () => this.seek();
    $("pc-stop").onclick = () => this.stop("Stopped.");
    $("pc-read").onclick = () => attempt("pc-status", () => this.read());
    $("pc-write").onclick = () => attempt("pc-status", () => this.write());
    for (const id of ["pc-queue", "pc-hold", "pc-rules"]) $(id).onchange = () => this.edit(() => {});
  },
  show() {
    this.paint();
    if (!$("pc-status").textContent) this.say();
  },
  hide() {
    this.stop("");
  },
  resize(height) {
    this.edit(() => {
      while (this.rows.length > height) this.rows.shift();
      while (this.rows.length < height) this.rows.unshift([..."__________"]);
    });
  },
  // Any change of the question ends the search.
  edit(change) {
    this.stop("");
    change();
    this.solution = null;
    $("pc-next").disabled = true;
    this.say();
    this.paint();
  },
  say() {
    const empty = this.rows.flat().filter((c) => c === "_").length;
    $("pc-status").textContent = empty % 4 === 0 ? `${empty} cells are open: ${empty / 4} pieces.` : `${empty} cells are open, which is no multiple of four.`;
  },
  field() {
    return this.rows.map((row) => row.join(""));
  },
  find() {
    this.stop("");
    this.solution = null;
    attempt("pc-status", () => {
      const start = ask("pc.start", {
        field: this.field(), clear: this.rows.length, queue: $("pc-queue").value.toUpperCase().replace(/[^A-Z]/g, ""),
        hold: $("pc-hold").value, rules: $("pc-rules").value,
      });
      if (start.reasons.length) {
        $("pc-status").textContent = `Impossible: ${start.reasons.join(", ")}.`;
        return;
      }
      this.seek();
    });
    this.paint();
  },
  seek() {
    $("pc-stop").disabled = false;
    $("pc-next").disabled = true;
    this.job.start(() => {
      const step = ask("pc.step", { nodes: 2000 });
      const nodes = step.nodes.toLocaleString("en");
      if (step.solution) {
        this.solution = step.solution;
        $("pc-fumen").value = step.solution.fumen ?? "";
        this.stop(`Solution ${step.found}, after ${nodes} nodes: ${step.solution.pieces.map((one) => one.piece).join(" ")}`);
        $("pc-next").disabled = false;
        this.paint();
        return false;
      }
      if (step.done) {
        this.stop(step.found ? `There are ${step.found} solutions (${nodes} nodes).` : `There is no solution (${nodes} nodes).`);
        return false;
      }
      $("pc-status").textContent = `Searching: ${nodes} nodes.`;
      return true;
    });
  },
  stop(text) {
    this.job.stop();
    $("pc-stop").disabled = true;
    if (text) $("pc-status").textContent = text;
  },
  read() {
    const page = ask("pc.decode", { fumen: $("pc-fumen").value });
    const rows = page.field.map((row) => [...row].map((c) => (c === "_" ? "_" : "X")));
    const height = Math.min(6, Math.max(2, rows.length, Number($("pc-clear").value)));
    $("pc-clear").value = height;
    this.edit(() => {
      this.rows = rows.slice(-height);
    });
    this.resize(height);
    if (page.queue) $("pc-queue").value = page.queue;
  },
  write() {
    $("pc-fumen").value = ask("pc.encode", { field: this.field() }).fumen;
    $("pc-fumen").select();
  },
  draw() {
    const { canvas } = this.board;
    let brush = null;
    const cell = (event) => this.board.cellAt(event, 40);
    const paint = (event) => {
      const [x, y] = cell(event);
      if (brush && this.rows[y] && x >= 0 && x < 10 && this.rows[y][x] !== brush) this.edit(() => (this.rows[y][x] = brush));
    };
    canvas.onpointerdown = (event) => {
      canvas.setPointerCapture(event.pointerId);
      const [x, y] = cell(event);
      brush = this.rows[y]?.[x] === "_" ? "X" : "_";
      paint(event);
    };
    canvas.onpointermove = paint;
    canvas.onpointerup = canvas.onpointercancel = () => (brush = null);
  },
  paint() {
    const { board, rows } = this, side = 40;
    board.size(10 * side, rows.length * side);
    rows.forEach((row, y) => row.forEach((c, x) => board.cell(x * side, y * side, side, c === "_" ? style("--grid") : COLOURS.X)));
    this.solution?.pieces.forEach((one, number) => {
      for (const [x, y] of one.cells) {
        board.cell(x * side, (rows.length - 1 - y) * side, side, COLOURS[one.piece]);
        board.text(number + 1, x * side + side / 2, (rows.length - 0.5 - y) * side, 14, "center", "#fff");
      }
    });
    this.cursor.paint(side);
  },
};
