// The door to the library, drawing, and what all games share.
"use strict";

const $ = (id) => document.getElementById(id);
const COLOURS = { I: "#4cc3e0", O: "#f2c230", T: "#a65cc8", S: "#6abf4b", Z: "#e0483e", J: "#3f6fd8", L: "#f08a24", X: "#8d939e" };
const PALETTE = ["#4cc3e0", "#f2c230", "#a65cc8", "#6abf4b", "#e0483e", "#3f6fd8", "#f08a24", "#8a6d4f", "#d96aa6", "#2f9e8f", "#9aa53a", "#7b7f8c"];

// Requests and answers are JSON in the memory of the module.
const library = {
  exports: null,
  // The module lies in the page, compressed.
  async open() {
    const packed = Uint8Array.from(atob($("wasm").textContent.trim()), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const bytes = await new Response(stream).arrayBuffer();
    this.exports = (await WebAssembly.instantiate(bytes, {})).instance.exports;
  },
  raw(request) {
    const { memory, request_buffer, handle, answer_buffer } = this.exports;
    const bytes = new TextEncoder().encode(request);
    const at = request_buffer(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = handle();
    return new TextDecoder().decode(new Uint8Array(memory.buffer, answer_buffer(), length));
  },
};

// The answer to a request, or an exception with the reason.
function ask(op, fields = {}) {
  const answer = JSON.parse(library.raw(JSON.stringify({ op, ...fields })));
  if (answer.error) throw new Error(answer.error.message);
  return answer.ok;
}

// Runs an action of the player; a refusal is shown where the game shows its state.
function attempt(status, action) {
  try {
    return action();
  } catch (error) {
    $(status).textContent = error.message;
    return null;
  }
}

const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const seed = () => (location.hash.startsWith("#seed=") ? Number(location.hash.slice(6)) : crypto.getRandomValues(new Uint32Array(1))[0]);

// A canvas of cells, sharp on any screen. `cell` is in units of the drawing.
class Board {
  constructor(id) {
    this.canvas = $(id);
    this.draw = this.canvas.getContext("2d");
  }
  size(width, height) {
    const scale = Math.min(2, window.devicePixelRatio || 1);
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    this.canvas.style.aspectRatio = `${width} / ${height}`;
    this.width = width;
    this.draw.setTransform(scale, 0, 0, scale, 0, 0);
    this.draw.fillStyle = style("--card");
    this.draw.fillRect(0, 0, width, height);
  }
  cell(x, y, side, colour, alpha = 1) {
    const { draw } = this;
    draw.globalAlpha = alpha;
    draw.fillStyle = colour;
    draw.beginPath();
    draw.roundRect(x + 0.5, y + 0.5, side - 1, side - 1, side / 8);
    draw.fill();
    draw.globalAlpha = 1;
  }
  outline(x, y, side, colour, width = 2) {
    const { draw } = this;
    draw.strokeStyle = colour;
    draw.lineWidth = width;
    draw.beginPath();
    draw.roundRect(x + 2, y + 2, side - 4, side - 4, side / 8);
    draw.stroke();
  }
  text(text, x, y, size, align = "left", colour = style("--ink")) {
    const { draw } = this;
    draw.fillStyle = colour;
    draw.font = `600 ${size}px system-ui, sans-serif`;
    draw.textAlign = align;
    draw.textBaseline = "middle";
    draw.fillText(text, x, y);
  }
  // Where a pointer is, in units of the drawing.
  at(event) {
    const box = this.canvas.getBoundingClientRect();
    const scale = this.width / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }
  // The same in cells.
  cellAt(event, side) {
    return this.at(event).map((v) => Math.floor(v / side));
  }
}

// A cell cursor for the keyboard: on a focused board arrows move it, Space or Enter acts on its cell.
class Cursor {
  constructor(board, size, act, paint) {
    const { canvas } = (this.board = board);
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    [this.x, this.y, this.used] = [0, 0, false];
    canvas.tabIndex = 0;
    canvas.addEventListener("keydown", (event) => {
      const step = steps[event.code];
      if (!step && !["Space", "Enter"].includes(event.code)) return;
      event.preventDefault();
      const [width, height] = size();
      this.used = true;
      this.x = Math.max(0, Math.min(width - 1, this.x + (step?.[0] ?? 0)));
      this.y = Math.max(0, Math.min(height - 1, this.y + (step?.[1] ?? 0)));
      if (!step) act(this.x, this.y);
      paint();
    });
    canvas.addEventListener("pointerdown", () => (this.used = false));
    canvas.addEventListener("blur", () => ((this.used = false), paint()));
  }
  paint(side) {
    if (this.used) this.board.outline(this.x * side, this.y * side, side, style("--accent"), 4);
  }
}

// Works in slices between frames until `slice` says that it is done; `stop` ends it early.
class Job {
  start(slice) {
    this.stop();
    const run = () => {
      this.timer = null;
      const until = performance.now() + 12;
      let more = true;
      while (more && performance.now() < until) more = slice();
      if (more && !this.stopped) this.timer = setTimeout(run, 0);
    };
    this.stopped = false;
    this.timer = setTimeout(run, 0);
  }
  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
    this.timer = null;
  }
  get running() {
    return this.timer != null;
  }
}

// The games register themselves: `show` when their tab opens, `hide` when it closes.
const games = {};
let current = null;

function open(name) {
  if (current) games[current].hide?.();
  for (const id of Object.keys(games)) {
    $(id).hidden = id !== name;
    document.querySelector(`nav [data-tab="${id}"]`).setAttribute("aria-selected", id === name);
  }
  current = name;
  games[name].show();
}
