// Keys for people who look at the log all day. None acts while something is typed or a dialog is open.

import { dialog } from "./confirm.js";
import { add, facts, h, quiet, say } from "./dom.js";
import { check } from "./form.js";
import { address } from "./place.js";
import { go } from "./router.js";
import { walk } from "./split.js";
import { store, stored } from "./storage.js";

const HELP = [["/", "go to the search or filter of the screen"], ["j, k, ↓, ↑", "next and previous row"],
  ["Enter", "open the row"], ["c", "create a user, on Users"], ["g, then r", "Requests; u Users, i Inbox, h Home, f Faults, c Clock"],
  ["?", "this help"]];
const SCREENS = { r: "requests", u: "users", i: "inbox", h: "home", f: "faults", c: "clock" };

let isGoing = false;

const areOn = () => stored("keys", true);

/** Opens the row beside the chosen one, or moves the focus among the rows of the first list. */
function move(step) {
  if (walk(step)) return;
  const links = [...document.querySelectorAll("#content tbody tr")].map((row) => row.querySelector("a"))
    .filter(Boolean);
  if (!links.length) return;
  const index = links.findIndex((one) => one.closest("tr").contains(document.activeElement));
  const next = links[index < 0 ? 0 : Math.min(Math.max(index + step, 0), links.length - 1)];
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

/** Moves among rows by an arrow, which scrolls where the focus is in no row. */
function arrow(step, event) {
  if (!event.target.closest("tbody") && event.target !== document.body) return false;
  if (event.target === document.body && !document.querySelector("#content .open")) return false;
  move(step);
  return true;
}

/** Shows the keys, with the box that turns them off. */
export function showHelp() {
  return dialog("Keys", [facts(...HELP),
    add(check("on", "The keys are on", areOn(), {
      onchange: (event) => {
        store("keys", event.target.checked);
        say(event.target.checked ? "The keys are on." : "The keys are off; “Keys” below the screens turns them on.");
      } }), quiet("The browser remembers this."))]);
}

const ACTIONS = {
  "?": showHelp,
  j: () => move(1),
  k: () => move(-1),
  ArrowDown: (event) => arrow(1, event),
  ArrowUp: (event) => arrow(-1, event),
  c: () => document.querySelector("#content [data-key=c]")?.click(),
  "/": () => document.querySelector("#content input[type=search]")?.focus(),
};

function press(event) {
  if (event.metaKey || event.ctrlKey || event.altKey || !areOn()) return;
  if (event.target.closest("input, textarea, select, dialog, [contenteditable]")) return;
  if (isGoing) {
    isGoing = false;
    const screen = Object.hasOwn(SCREENS, event.key) && SCREENS[event.key];
    if (!screen) return;
    event.preventDefault();
    go(address(screen));
    return;
  }
  if (event.key === "g") {
    isGoing = true;
    return;
  }
  if (!Object.hasOwn(ACTIONS, event.key)) return;
  if (ACTIONS[event.key](event) !== false) event.preventDefault();
}

export function start() {
  document.addEventListener("keydown", press);
}
