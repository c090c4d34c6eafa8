// The frame of every screen: the names of the screens, the choice of project and tenant, and warnings
// about the emulator's state.

import { control } from "./api.js";
import { add, badge, button, fill, h } from "./dom.js";
import { choice } from "./form.js";
import { address, here } from "./place.js";
import { go, link } from "./router.js";

const SCREENS = [
  ["home", "Home"], ["requests", "Requests"], ["users", "Users"], ["inbox", "Inbox"],
  ["providers", "Providers"], ["switches", "Switches"], ["issuers", "Issuers"], ["clock", "Clock"],
  ["faults", "Faults"], ["snapshots", "Snapshots"], ["data", "Data"], ["scenarios", "Scenarios"],
];

const place = h("div", { class: "chooser" });
const list = h("ul", { id: "screens" });
const state = h("p", { class: "state" });

/** Adds the frame to the page. */
export function build() {
  const menu = button("Menu", () => {
    const isOpen = document.documentElement.classList.toggle("menu");
    menu.setAttribute("aria-expanded", String(isOpen));
  }, { class: "menu-button", "aria-expanded": "false", "aria-controls": "screens" });
  add(document.getElementById("chrome"),
    menu,
    h("div", { class: "more" }, place, state, h("nav", { "aria-label": "Screens" }, list)));
}

/** Marks the current screen. */
export function mark() {
  const now = here();
  document.documentElement.classList.remove("menu");
  document.querySelector(".brand a").href = address("home");
  fill(list, SCREENS.map(([screen, label]) => h("li", null, h("a", {
    href: address(screen), "aria-current": screen === now.screen ? "page" : null }, label))));
}

/** Reads the projects and tenants. */
export async function refresh(defaultProject) {
  const { project, tenant } = here();
  const [{ projects }, clock, { faults }] = await Promise.all([
    control.get("projects"), control.get("clock"), control.get("faults")]);
  const names = [...new Set([defaultProject, project, ...projects.map(({ id }) => id)])].sort();
  const tenants = projects.find(({ id }) => id === project)?.tenants ?? [];
  const move = (options) => go(address(here().screen, undefined, options));
  fill(place,
    choice("project", "Project", names, {
      value: project, onchange: (event) => move({ project: event.target.value }) }),
    choice("tenant", "Tenant", [["", "none"], ...new Set([...tenants, tenant])]
      .filter((value) => value !== ""), {
      value: tenant, onchange: (event) => move({ project, tenant: event.target.value }) }));
  fill(state,
    clock.offsetMilliseconds || clock.frozen
      ? link(badge(clock.frozen ? "Clock is stopped" : "Clock is moved", "warn"), "clock") : null, " ",
    faults.length ? link(badge(faults.length === 1 ? "1 fault is set" : `${faults.length} faults are set`, "bad"), "faults") : null);
}

