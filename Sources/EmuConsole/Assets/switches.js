// The switches of a project with their checks and values.

import { CONTROL, at, control } from "./api.js";
import { SWITCHES } from "./advice.js";
import { confirm } from "./confirm.js";
import { attempt, badge, button, code, fill, folded, h, lead } from "./dom.js";
import { choice } from "./form.js";
import { changes } from "./live.js";

export const title = "Switches";

export function isChangedBy(request, { project }) {
  return changes(request, `projects/${project}/settings`);
}

export async function draw(view) {
  const path = at`projects/${view.place.project}/settings`;
  const list = h("div", { class: "rows" });
  const profile = h("p", { class: "actions" });
  let current = await control.get(path);
  async function set(change, done) {
    show(await attempt(() => control.patch(path, change), done) ?? current);
  }
  const choose = (name) => confirm(`Set every switch as in ${name}?`,
    "Each switch below gets the value of the profile.", `Set all to ${name}`,
    async () => show(await control.patch(path, { profile: name })), `Every switch is as in ${name} now.`);
  function show(settings) {
    current = settings;
    fill(profile, h("span", null, "Profile ", h("strong", null, settings.profile), "."),
      ["compatible", "production"].map((name) => button(`All as in ${name}`, () => choose(name))));
    const focused = list.contains(document.activeElement) ? document.activeElement.name : null;
    fill(list, Object.values(SWITCHES).map((one) => row(one, settings)));
    if (focused) list.querySelector(`[name=${focused}]`).focus();
    else mark();
  }
  /** Returns a switch, with a badge where its value is not the profile's own. */
  function row({ name, about, values, ...usual }, { profile: chosen, [name]: value }) {
    const select = choice(name, name, values, {
      value,
      hint: about,
      onchange: (event) => set({ [name]: event.target.value }, `${name} is ${event.target.value} now.`),
    });
    select.id = `switch-${name}`;
    select.classList.add("switch");
    if (value !== usual[chosen]) {
      select.append(h("span", { class: "actions small" }, badge(`${usual[chosen]} in ${chosen}`, "warn"),
        button("Reset", () => set({ [name]: usual[chosen] }, `${name} is ${usual[chosen]} now.`), { "aria-label": `Reset ${name}` })));
    }
    return select;
  }
  /** Marks the switch that the address names. */
  function mark() {
    const row = view.place.part && list.querySelector(`#${CSS.escape(`switch-${view.place.part}`)}`);
    if (!row) return;
    row.classList.add("marked");
    row.querySelector("select").focus();
  }
  view.add(
    lead("A switch is a check that production makes and the official emulator does not. ",
      h("em", null, "Off"), " skips it, ", h("em", null, "warn"), " accepts the request and reports the answer "
      + "of production, ", h("em", null, "on"), " rejects the request."),
    profile, list,
    folded("For a test", code(
      `curl -X PATCH ${CONTROL}${path} -d '{"recentLogin":"on"}'`)));
  show(current);
}
