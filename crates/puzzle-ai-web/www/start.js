// Opens the page.
"use strict";

const darkness = window.matchMedia("(prefers-color-scheme: dark)");
function dress(theme) {
  document.documentElement.dataset.theme = theme;
  if (current) games[current].show();
}
darkness.addEventListener("change", () => dress(darkness.matches ? "dark" : "light"));
$("theme").onclick = () => dress(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
dress(darkness.matches ? "dark" : "light");

// What goes wrong is said, and not only to those who look into the console.
function trouble(text) {
  $("trouble").hidden = false;
  $("trouble").textContent = text;
}
addEventListener("error", (event) => trouble(`Something went wrong, please reload the page: ${event.message}`));

// The named levels of skill, the best one chosen.
const LEVELS = { beginner: 1, easy: 3, medium: 5, hard: 8, best: 10 };
for (const select of document.querySelectorAll("select.skill")) {
  for (const [name, level] of Object.entries(LEVELS)) select.add(new Option(name, level, name === "best", name === "best"));
}

library.open().then(() => {
  for (const button of document.querySelectorAll("nav button")) {
    button.onclick = () => open(button.dataset.tab);
  }
  for (const game of Object.values(games)) game.begin();
  const wanted = new URLSearchParams(location.search).get("game");
  open(wanted in games ? wanted : "tetris");
  document.documentElement.dataset.ready = "yes";
}).catch((error) => trouble(`The library did not start: ${error.message}`));
