// The stone auction.
"use strict";

games.stones = {
  begin() {
    this.board = new Board("stones-board");
    this.job = new Job();
    $("stones-new").onclick = $("stones-agents").onchange = $("stones-skill").onchange = () => this.restart();
    $("stones-advise").onclick = () => attempt("stones-status", () => this.advise());
    $("stones-clear").onclick = () => this.clear();
    $("stones-go").onclick = () => attempt("stones-status", () => this.go());
    $("stones-arrange").onclick = () => attempt("stones-status", () => this.adopt(ask("stones.arrange")));
    $("stones-turn").onclick = () => this.turn();
    const tap = (x, y) => attempt("stones-status", () => this.tap(x, y));
    this.board.canvas.onpointerdown = (event) => tap(...this.board.cellAt(event, this.side));
    const size = () => [this.state.wall[0].length, this.state.wall.length];
    this.cursor = new Cursor(this.board, size, tap, () => this.paintWall());
    this.restart();
  },
  restart() {
    this.job.stop();
    this.bids = [];
    this.picked = null;
    this.rot = 0;
    this.laid = [];
    this.wall = 0;
    const agents = $("stones-agents").value.split(",").map((name) => `${name}@${$("stones-skill").value}`);
    this.take(ask("stones.new", { seed: seed(), agents }));
  },
  show() {
    this.paint();
    this.go_on();
  },
  hide() {
    this.job.stop();
  },
  you() {
    return this.state.teams[0];
  },
  take(state) {
    const before = this.state;
    this.state = state;
    if (before && before.round !== state.round) this.bids = [];
    if (state.contests.length) this.bids = state.contests.map(([kind, price]) => [kind, price + 1]);
    if (state.phase === "finished") this.wall = Math.max(0, state.teams.findIndex((team) => team.rank === 1));
    this.paint();
    if (current === "stones") this.go_on();
  },
  // Agents and referee go on one by one: after the player's bids, and at the end while and after he lays his stones.
  go_on() {
    const { phase, teams } = this.state;
    const others = teams.slice(1).some((team) => team.waiting);
    const ready = phase === "placing" ? others || this.done : phase !== "finished" && !this.you().waiting;
    if (!ready || this.job.running) return;
    this.job.start(() => {
      const state = ask("stones.step");
      this.job.stop();
      this.take(state);
      return false;
    });
  },
  advise() {
    const advice = ask("stones.advise");
    if (advice.bids || advice.answers) this.bids = advice.bids ?? advice.answers;
    this.paint();
  },
  clear() {
    this.bids = [];
    if (this.state.phase === "placing") this.place([]);
    this.paint();
  },
  go() {
    const { phase } = this.state;
    if (phase === "bidding") this.take(ask("stones.bid", { bids: this.bids }));
    else if (phase === "second_bidding") {
      let state = this.state;
      for (const [kind] of this.state.contests) {
        const price = this.bids.find((bid) => bid[0] === kind)?.[1] ?? 0;
        state = ask("stones.answer", { kind, price });
      }
      this.bids = [];
      this.take(state);
    } else if (phase === "placing") {
      if (this.you().waiting) this.place(this.laid);
      this.done = true;
      this.go_on();
    }
  },
  turn() {
    this.rot = (this.rot + 1) % 4;
    this.paint();
  },
  place(laid) {
    const state = ask("stones.place", { placements: laid });
    this.laid = laid;
    this.take(state);
  },
  // An arrangement of the library's, as turned stones are told apart by their cells.
  adopt(state) {
    this.laid = state.teams[0].wall.map(([kind, cells]) => {
      const x = Math.min(...cells.map((cell) => cell[0])), y = Math.min(...cells.map((cell) => cell[1]));
      const key = (list) => JSON.stringify(list.map(([a, b]) => [a - x, b - y]).sort());
      const rot = [0, 1, 2, 3].find((turns) => key(this.shape(kind, turns).map(([a, b]) => [a + x, b + y])) === key(cells));
      return [kind, rot, x, y];
    });
    this.take(state);
  },
  // Cells of a stone turned clockwise, lower left corner at 0, 0.
  shape(kind, rot) {
    const rows = this.state.kinds[kind].shape;
    let cells = rows.flatMap((row, at) => [...row].flatMap((c, x) => (c === "#" ? [[x, rows.length - 1 - at]] : [])));
    for (let i = 0; i < rot; i++) {
      const width = Math.max(...cells.map((cell) => cell[0]));
      cells = cells.map(([x, y]) => [y, width - x]);
    }
    return cells;
  },
  tap(x, y) {
    const { state } = this;
    if (state.phase !== "placing" || this.done) {
      this.wall = (this.wall + 1) % state.teams.length;
      return this.paint();
    }
    const cell = [x, state.wall.length - 1 - y];
    const there = this.laid.findIndex(([kind, rot, a, b]) => this.shape(kind, rot).some(([c, d]) => c + a === cell[0] && d + b === cell[1]));
    if (there >= 0) return this.place(this.laid.filter((_, at) => at !== there));
    if (this.picked == null) throw new Error("Tap one of your stones first.");
    // The lowest cell of the leftmost column comes to lie under the finger.
    const cells = this.shape(this.picked, this.rot);
    const low = Math.min(...cells.filter((one) => one[0] === 0).map((one) => one[1]));
    this.place([...this.laid, [this.picked, this.rot, cell[0], cell[1] - low]]);
  },
  pick(kind) {
    const { phase, kinds } = this.state;
    if (phase === "bidding" && this.you().waiting) {
      this.bids.push([kind, kinds[kind].floor]);
    } else if (phase === "placing") this.picked = kind;
    this.paint();
  },
  left(kind) {
    return this.state.kinds[kind].own - this.laid.filter((one) => one[0] === kind).length;
  },
  paint() {
    const { state } = this;
    const placing = state.phase === "placing";
    if (!placing) this.done = state.phase === "finished";
    const you = this.you();
    const turn = {
      bidding: you.waiting ? `Your bids: at most ${state.limits?.[0]}, of which ${state.limits?.[1]} can win.` : "The others bid …",
      second_bidding: state.contests.length ? "A tie: name a new price." : "The others name a new price …",
      placing: this.done ? "The others lay their stones …" : "Lay your stones, then press Done.",
      finished: `You are number ${you.rank} of ${state.teams.length}. Tap the wall to see the next team's.`,
    }[state.phase];
    $("stones-status").textContent = `${state.phase === "finished" || placing ? "" : `Round ${state.round + 1} of ${state.rounds} · `}money ${you.money} · stone ${you.stone_area} of ${state.cells} cells\n${turn}`;
    this.paintWall();
    $("stones-kinds").replaceChildren(...state.kinds.map((kind, at) => this.kindButton(kind, at, placing)));
    const bidding = you.waiting && (state.phase === "bidding" || state.contests.length > 0);
    $("stones-bids").replaceChildren(...(bidding ? this.bids.map((bid) => this.bidField(bid)) : []));
    $("stones-advise").disabled = !bidding;
    $("stones-clear").disabled = this.done || !(bidding || placing);
    $("stones-go").disabled = this.done || !(bidding || placing);
    $("stones-go").textContent = placing ? "Done" : state.phase === "second_bidding" ? "Name" : "Bid";
    $("stones-turn").disabled = $("stones-arrange").disabled = !placing || this.done;
    this.paintTeams();
  },
  kindButton(kind, at, placing) {
    const button = document.createElement("button");
    const rows = this.state.kinds[at].shape, turned = placing && at === this.picked ? this.rot : 0;
    const cells = this.shape(at, turned);
    const width = Math.max(...cells.map((cell) => cell[0])) + 1, height = Math.max(...cells.map((cell) => cell[1])) + 1;
    const boxes = cells.map(([x, y]) => `<rect x="${x + 0.05}" y="${height - 1 - y + 0.05}" width=".9" height=".9" rx=".12" fill="${PALETTE[at % 12]}"/>`);
    const unit = Math.min(11, 44 / Math.max(rows.length, rows[0].length));
    button.innerHTML = `<svg width="${width * unit}" height="${height * unit}" viewBox="0 0 ${width} ${height}">${boxes.join("")}</svg>`;
    const label = document.createElement("span");
    label.textContent = placing ? `${kind.name}: ${this.left(at)} left` : `${kind.name}: ${kind.left} × ${kind.floor}`;
    const own = document.createElement("span");
    own.textContent = placing ? "" : `own ${kind.own}`;
    button.append(label, own);
    button.disabled = placing ? this.left(at) <= 0 : kind.left === 0;
    button.setAttribute("aria-pressed", placing && at === this.picked);
    button.onclick = () => this.pick(at);
    return button;
  },
  bidField(bid) {
    const label = document.createElement("label");
    label.className = "bid";
    const price = document.createElement("input");
    price.type = "number";
    price.min = 0;
    price.value = bid[1];
    price.onchange = () => (bid[1] = Math.max(0, Math.floor(Number(price.value) || 0)));
    label.append(`${this.state.kinds[bid[0]].name} `, price);
    label.style.color = PALETTE[bid[0] % 12];
    return label;
  },
  paintWall() {
    const { board, state } = this;
    const width = state.wall[0].length, height = state.wall.length;
    const side = (this.side = Math.floor(460 / width));
    board.size(width * side, height * side + 24);
    state.wall.forEach((row, y) => [...row].forEach((c, x) => c !== "#" && board.cell(x * side, y * side, side, style("--grid"))));
    const team = state.phase === "finished" ? this.wall : 0;
    state.teams[team].wall.forEach(([kind, cells], number) => {
      for (const [x, y] of cells) board.cell(x * side, (height - 1 - y) * side, side, PALETTE[kind % 12]);
      const lines = board.draw;
      lines.strokeStyle = style("--ink");
      lines.lineWidth = 2;
      const has = (x, y) => cells.some((cell) => cell[0] === x && cell[1] === y);
      lines.beginPath();
      for (const [x, y] of cells) {
        const [l, t] = [x * side, (height - 1 - y) * side];
        if (!has(x - 1, y)) lines.moveTo(l, t), lines.lineTo(l, t + side);
        if (!has(x + 1, y)) lines.moveTo(l + side, t), lines.lineTo(l + side, t + side);
        if (!has(x, y + 1)) lines.moveTo(l, t), lines.lineTo(l + side, t);
        if (!has(x, y - 1)) lines.moveTo(l, t + side), lines.lineTo(l + side, t + side);
      }
      lines.stroke();
    });
    const covered = state.teams[team].area;
    board.text(`${state.teams[team].name}: ${covered} of ${state.cells} cells covered`, 4, height * side + 13, 14);
    this.cursor.paint(side);
  },
  paintTeams() {
    const { state } = this;
    const head = "<tr><th>team<th>money<th>stone<th>covered<th></tr>";
    const rows = state.teams.map((team) => `<tr><td>${team.name}<td>${team.money}<td>${team.stone_area}<td>${state.phase === "finished" ? team.area : ""}<td>${state.phase === "finished" ? `#${team.rank}` : team.waiting ? "…" : "ready"}</tr>`);
    $("stones-teams").innerHTML = head + rows.join("");
    const name = (team) => state.teams[team].name;
    const sold = state.last?.awards.map(([team, kind, price]) => `${name(team)} ${state.kinds[kind].name} for ${price}`) ?? [];
    const own = state.last?.own.filter((one) => one[2] !== "won").map(([kind, , outcome]) => `${state.kinds[kind].name} ${outcome.replaceAll("_", " ")}`) ?? [];
    $("stones-log").textContent = state.last ? `Last round: ${sold.join(", ") || "nothing was sold"}.${own.length ? ` Your other bids: ${own.join(", ")}.` : ""}` : "";
  },
};
