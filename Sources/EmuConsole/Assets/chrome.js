// The frame of every screen: the names of the screens, and the choice of project and tenant.

import { control, latest } from "./api.js";
import { add, button, capital, fill, h, icon } from "./dom.js";
import { choice } from "./form.js";
import { showHelp } from "./keys.js";
import { changes, listen, onState } from "./live.js";
import { address, here } from "./place.js";
import { go } from "./router.js";
import { isConcerned, refreshState, recordSwitch, setLive } from "./state.js";

/** The screens by the groups of the menu. */
const GROUPS = [
  ["What happens", ["home", "requests", "users", "inbox"]], ["Configuration", ["providers", "switches", "issuers"]],
  ["For tests", ["clock", "faults", "snapshots", "data", "scenarios"]],
];

/** The screens that show a tenant apart. */
const OF_TENANTS = ["users", "inbox", "providers", "issuers", "data"];

const place = h("div", { class: "chooser" });
const list = h("nav", { id: "screens", "aria-label": "Screens" });
const connection = h("p", { class: "connection", role: "status" });
let shown;
const newest = latest();

/** Puts the frame around the page. */
export function build(defaultProject) {
  const menu = button("Menu", () => {
    const isOpen = document.documentElement.classList.toggle("menu");
    menu.setAttribute("aria-expanded", String(isOpen));
  }, { class: "menu-button", "aria-expanded": "false", "aria-controls": "screens" });
  add(document.getElementById("chrome"),
    menu,
    h("div", { class: "more" }, place, list,
      h("div", { class: "tools" }, recordSwitch, button("Keys", showHelp), connection)));
  onState((isLive) => {
    connection.textContent = { true: "● live", false: "○ not connected" }[isLive] ?? "connecting…";
    setLive(isLive);
  });
  let timer;
  listen({ onLeave: () => {} }, (batch) => {
    const isOfOther = batch.some((request) => isConcerned(request) || changes(request, "projects", "clock")
      || request.path.includes("/tenants")
      || request.project && !shown?.projects.has(request.project));
    if (!isOfOther) return;
    clearTimeout(timer);
    timer = setTimeout(() => refresh(defaultProject).catch(() => {}), 200);
  });
}

/** Marks the present screen among the names. */
export function mark() {
  const now = here();
  document.documentElement.classList.remove("menu");
  document.querySelector(".menu-button").setAttribute("aria-expanded", "false");
  document.querySelector(".brand a").href = address("home");
  fill(list, GROUPS.map(([name, screens]) => [h("p", { class: "group" }, name), h("ul", null,
    screens.map((screen) => h("li", null, h("a", {
      href: address(screen), "aria-current": screen === now.screen ? "page" : null }, icon(screen), capital(screen)))))]));
}

/** Reads the projects and tenants, and the unusual parts of the state. */
export async function refresh(defaultProject) {
  const { project, screen, tenant } = here();
  const answers = await newest(Promise.all([control.get("projects"), refreshState()]));
  if (!answers) return;
  const [{ projects }] = answers;
  const names = [...new Set([defaultProject, project, ...projects.map(({ id }) => id)])].sort();
  const tenants = projects.find(({ id }) => id === project)?.tenants ?? [];
  const isSame = !OF_TENANTS.includes(screen);
  const text = JSON.stringify([names, tenants, project, tenant, isSame]);
  if (shown?.text === text) return;
  shown = { text, projects: new Set(names) };
  const move = (options) => go(address(here().screen, undefined, options));
  const focused = place.contains(document.activeElement) ? document.activeElement.name : null;
  fill(place,
    choice("project", "Project", names, {
      value: project, onchange: (event) => move({ project: event.target.value }) }),
    choice("tenant", "Tenant", [["", "none"], ...new Set([...tenants, tenant])]
      .filter((value) => value !== ""), {
      value: tenant, disabled: isSame, title: isSame && "This screen is the same for every tenant.", onchange: (event) => move({ project, tenant: event.target.value }) }));
  if (focused) place.querySelector(`[name=${focused}]`).focus();
}
