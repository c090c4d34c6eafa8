// The console begins here: the table of screens, and the drawing of one.

import * as chrome from "./chrome.js";
import * as clock from "./clock.js";
import * as data from "./data.js";
import { actions, add, empty, fill, h, say } from "./dom.js";
import * as faults from "./faults.js";
import { carry, restoreFocus, savedFocus } from "./focus.js";
import * as home from "./home.js";
import * as inbox from "./inbox.js";
import * as issuers from "./issuers.js";
import * as keys from "./keys.js";
import * as live from "./live.js";
import { here, setDefaultProject } from "./place.js";
import * as providers from "./providers.js";
import * as requests from "./requests.js";
import { link, redraw, start } from "./router.js";
import * as scenarios from "./scenarios.js";
import * as snapshots from "./snapshots.js";
import { stateBar } from "./state.js";
import * as switches from "./switches.js";
import * as users from "./users.js";

/**
 * By the first part of the address. Each has a title and draws itself into a view; `isChangedBy(request,
 * place)` returns true for another client's request that changes the screen.
 */
const screens = {
  home, requests, users, inbox, providers, switches, issuers, clock, faults, snapshots, data, scenarios,
};

const { project } = document.documentElement.dataset;
let leave = [];
let drawing = 0;
let shown;
/** True when the screen is drawn again as soon as no action runs. */
let isLate = false;

/** Returns the view that a screen draws into: its place, and the callbacks that run when it is left. */
function viewOf(place, content, heading, callbacks, isAgain) {
  return {
    place, content, isAgain, title: screens[place.screen]?.title,
    add: (...children) => add(content, ...children),
    /** Names the screen and its window. */
    name(text) {
      heading.textContent = text;
      this.rename(text);
    },
    /** Names the window after an item of the screen. */
    rename: (text) => {
      document.title = `${text} · ${place.project} · Auth emulator`;
    },
    onLeave: (callback) => callbacks.push(callback),
  };
}

function end(callbacks) {
  callbacks.forEach((callback) => callback());
}

/** Draws the screen of the address. The same screen is replaced when it is complete, so that nothing jumps. */
async function draw({ isSame = false, follows = false } = {}) {
  // A screen may show another of its items by itself.
  if (!isSame && shown?.move?.(here())) return chrome.mark();
  drawing += 1;
  isLate = false;
  const [mine, earlier] = [drawing, actions.started];
  const place = here();
  const { href } = location;
  const screen = Object.hasOwn(screens, place.screen) ? screens[place.screen] : undefined;
  const main = document.getElementById("content");
  const before = main.querySelector(".screen");
  const heading = h("h1", { tabindex: "-1" });
  const content = h("div", { class: `screen ${screen ? place.screen : ""}`, "aria-busy": "true" });
  const callbacks = [];
  const view = viewOf(place, content, heading, callbacks, isSame);
  view.name(screen?.title ?? "No such screen");
  chrome.mark();
  function show() {
    end(leave);
    leave = callbacks;
    shown = view;
    fill(main, stateBar, heading, content);
  }
  if (isSame && before) before.setAttribute("aria-busy", "true");
  else show();
  if (!isSame && draw.isLater && !place.part) heading.focus();
  draw.isLater = true;
  const frame = chrome.refresh(project).catch(() => {});
  try {
    if (screen) await screen.draw(view);
    else view.add(empty(`The console has no screen ${place.screen}.`, link("Home", "home")));
  } catch (error) {
    view.add(h("p", { role: "alert" }, error.message));
  }
  // A later drawing may leave this one on the page.
  if (mine !== drawing) return leave === callbacks ? frame : end(callbacks);
  // The screen may have come into use while this one was loaded.
  if (isSame && before && actions.running && (follows || actions.started > earlier)) {
    before.removeAttribute("aria-busy");
    isLate = true;
    return end(callbacks);
  }
  // A filter may have been chosen while the screen was loaded without it.
  if (isSame && before && location.href !== href) {
    end(callbacks);
    return draw({ isSame, follows });
  }
  if (isSame && before) {
    const focus = savedFocus(main);
    show();
    carry(before, content);
    restoreFocus(main, focus);
  }
  content.removeAttribute("aria-busy");
  return frame;
}

/** Draws a screen again that another client's requests have changed. */
function follow(batch) {
  const place = here();
  const screen = screens[place.screen];
  if (screen?.isChangedBy && batch.some((request) => screen.isChangedBy(request, place))) catchUp();
}

/** Draws the present screen again, once no action runs that may need what is on it. */
function catchUp() {
  if (actions.running) isLate = true;
  else redraw({ follows: true });
}

actions.onIdle = () => {
  if (isLate) redraw({ follows: true });
};
// The failure of what nothing waits for, such as the action of a button.
window.addEventListener("unhandledrejection", (event) => {
  const { message, status } = Object(event.reason);
  say(message ?? String(event.reason), true);
  // A refused request is not a mistake of the console.
  if (status !== undefined) event.preventDefault();
});
setDefaultProject(project);
chrome.build(project);
keys.start();
live.listen({ onLeave: () => {} }, follow);
// In this order: a change between the reading of a screen and the begin of the stream would not be seen.
await live.start(catchUp);
start(draw);
