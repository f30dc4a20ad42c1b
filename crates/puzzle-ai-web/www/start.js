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

library.open().then(() => {
  for (const button of document.querySelectorAll("nav button")) {
    button.onclick = () => open(button.dataset.tab);
  }
  for (const game of Object.values(games)) game.begin();
  const wanted = new URLSearchParams(location.search).get("game");
  open(wanted in games ? wanted : "tetris");
  document.documentElement.dataset.ready = "yes";
}).catch((error) => {
  $("trouble").hidden = false;
  $("trouble").textContent = `The library did not start: ${error.message}`;
});
