// The entry point of the console: the table of screens, and the rendering of one.

import * as chrome from "./chrome.js";
import * as clock from "./clock.js";
import * as data from "./data.js";
import { add, empty, fill, h } from "./dom.js";
import * as faults from "./faults.js";
import * as home from "./home.js";
import * as inbox from "./inbox.js";
import * as issuers from "./issuers.js";
import { here, setDefaultProject } from "./place.js";
import * as providers from "./providers.js";
import * as requests from "./requests.js";
import { link, start } from "./router.js";
import * as scenarios from "./scenarios.js";
import * as snapshots from "./snapshots.js";
import * as switches from "./switches.js";
import * as users from "./users.js";

/** The screens by the first part of the address. Each has a title, and renders into a view. */
const screens = {
  home, requests, users, inbox, providers, switches, issuers, clock, faults, snapshots, data, scenarios,
};

let leave = [];

/** Returns the view of a screen: its place, and the cleanup when the user leaves it. */
function viewOf(place, content, heading) {
  return {
    place,
    add: (...children) => add(content, ...children),
    /** Sets the title of the screen and the window. */
    name: (text) => {
      heading.textContent = text;
      document.title = `${text} · ${place.project} · Auth emulator`;
    },
    onLeave: (callback) => leave.push(callback),
  };
}

async function draw(defaultProject, { isSame = false } = {}) {
  leave.forEach((callback) => callback());
  leave = [];
  const place = here();
  const screen = Object.hasOwn(screens, place.screen) ? screens[place.screen] : undefined;
  const main = document.getElementById("content");
  const heading = h("h1", { tabindex: "-1" });
  const content = h("div", { class: `screen ${screen ? place.screen : ""}`, "aria-busy": "true" });
  const view = viewOf(place, content, heading);
  view.name(screen?.title ?? "No such screen");
  chrome.mark();
  fill(main, heading, content);
  if (!isSame && draw.isLater && !place.part) heading.focus();
  draw.isLater = true;
  const frame = chrome.refresh(defaultProject).catch(() => {});
  try {
    if (screen) await screen.draw(view);
    else view.add(empty(`The console has no screen ${place.screen}.`, link("Home", "home")));
  } catch (error) {
    view.add(h("p", { role: "alert" }, error.message));
  }
  content.removeAttribute("aria-busy");
  await frame;
}

const { project } = document.documentElement.dataset;
setDefaultProject(project);
chrome.build();
start((options) => draw(project, options));
