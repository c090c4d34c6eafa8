// Faults: requests that fail, are late or lose their connection.

import { at, control } from "./api.js";
import { confirm } from "./confirm.js";
import { attempt, button, empty, h, lead } from "./dom.js";
import { addFault, PRESETS, setFault } from "./faultform.js";
import { changes } from "./live.js";
import { link, redraw } from "./router.js";
import { table } from "./table.js";
import { moment } from "./time.js";

export const title = "Faults";

export function isChangedBy(request) {
  return changes(request, "faults", "issuers") || request.decisions.some(({ rule }) => rule === "fault");
}

/** Faults as a table. */
export function faultTable(faults) {
  return table("Active faults", ["Requests", "Effect", "Left", "Actions"], faults.map((fault) => [
    Object.entries(fault.match).map(([name, value]) => `${name} ${value}`).join(", ") || "every request",
    Object.entries(fault.effect).map(([name, value]) =>
      (value === true ? name : `${name} ${JSON.stringify(value)}`)).join(", "),
    [fault.remaining ?? "always", fault.probability ? ` with probability ${fault.probability}` : "",
      fault.expiresAt ? [" until ", moment(fault.expiresAt)] : null],
    button("Remove", async () => {
      if (await attempt(() => control.remove(at`faults/${fault.id}`), "The fault is removed.")) redraw();
    }, { "aria-label": `Remove the fault ${fault.id}` }),
  ]));
}

/** Removes the faults of all projects and issuers, after a confirmation. */
export async function removeFaults() {
  if (await confirm("Remove every fault?", "All requests get their normal answers again.", "Remove all",
    () => control.remove("faults"), "Every fault is removed.")) redraw();
}

export async function draw(view) {
  const { place } = view;
  const { faults } = await control.get("faults");
  view.add(
    lead("A fault makes requests fail that match an operation, a provider or a user: "
      + "the next one, one in ten, or all. Use it to test an outage."),
    h("p", { class: "actions" },
      button("Set a fault", () => addFault(undefined, place, true), { class: "main" }),
      button("Set one for this project", () => addFault(undefined, place)),
      faults.length ? button("Remove the faults", removeFaults, { class: "danger" }) : null),
    h("h2", null, "Ready-made, for this project"),
    h("p", { class: "actions" }, PRESETS.map(({ name, about, fault }) =>
      button(name, () => attempt(() => setFault("faults", { ...fault, match: { project: place.project, ...fault.match } }, `Set: ${about}.`)),
        { title: about }))),
    h("h2", null, "Active faults"),
    faults.length ? faultTable(faults)
      : empty("No fault is set: every request gets its normal answer. Scenarios show uses of faults.",
        link("backend-unavailable", "scenarios", "backend-unavailable")));
}
