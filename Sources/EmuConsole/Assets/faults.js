// Faults: requests that fail, are late or lose their connection.

import { at, control } from "./api.js";
import { confirm, formDialog } from "./confirm.js";
import { attempt, button, empty, h, moment, say } from "./dom.js";
import { choice, field } from "./form.js";
import { link, redraw } from "./router.js";
import { table } from "./table.js";

export const title = "Faults";

let description;

/** Returns the possible matches and effects of faults, from the emulator. */
export async function describeFaults() {
  description ??= await control.get("faults:describe");
  return description;
}

/** Returns the choice of a defect, with its description. */
export function defectChoice({ defects }, first = []) {
  return choice("defect", "Defect", [...first, ...defects.map(({ name, about }) => [name, `${name}: ${about}`])]);
}

/** Returns an effect with the value of a form, or with its example if the value is empty. */
function effectOf({ name, example }, value) {
  if (!value || typeof example === "boolean") return { [name]: example };
  switch (name) {
    case "error": return { error: { ...example, message: value } };
    case "rateLimit": return { rateLimit: { retryAfterSeconds: Number(value) } };
    case "body": return { body: value };
    default: return { [name]: typeof example === "number" ? Number(value) : value };
  }
}

/** Shows the form of a fault, of an issuer or of any request, and sets the fault. */
export async function addFault(issuer, place) {
  const described = await describeFaults();
  const match = issuer ? ["endpoint", "clientId", "sub", "email"]
    : ["operation", "path", "providerId", "localId", "email"];
  const labels = { operation: "Operation", path: "Path", providerId: "Provider", localId: "UID",
    email: "E-mail address", endpoint: "Endpoint", clientId: "Client id", sub: "Subject" };
  const placeholders = { operation: "accounts:lookup", endpoint: "token" };
  const effects = described.effects.filter(({ isOfTokens }) => issuer || !isOfTokens);
  return formDialog("Set a fault", [
    h("fieldset", null, h("legend", null, "Which requests: all where every field is empty"), match.map((name) =>
      field(name, labels[name], { placeholder: placeholders[name] ?? null }))),
    h("fieldset", null, h("legend", null, "What happens"),
      choice("kind", "The emulator", effects.map(({ name, about }) => [name, about])),
      field("value", "Value", { hint: "a status, a code, milliseconds, seconds or a text" }),
      issuer ? defectChoice(described) : null,
      field("times", "How many times", { type: "number", min: 1, hint: "always where it is empty" }),
      field("probability", "Probability", { type: "number", min: 0, max: 1, step: "any" })),
  ], "Set the fault", async (data) => {
    const effect = effects.find(({ name }) => name === data.get("kind"));
    const value = data.get(effect.name === "defect" ? "defect" : "value");
    const fault = { effect: effectOf(effect, value), match: {} };
    for (const name of match) if (data.get(name)) fault.match[name] = data.get(name);
    if (place) fault.match.project = place.project;
    for (const name of ["times", "probability"]) if (data.get(name)) fault[name] = Number(data.get(name));
    const { warnings } = await control.post(issuer ? at`issuers/${issuer}/faults` : "faults", fault);
    redraw();
    if (warnings) say(warnings.join(" "), true);
  });
}

/** Returns a table of faults. */
export function faultTable(faults) {
  return table("Faults that are left", ["Requests", "What happens", "Left", "Actions"], faults.map((fault) => [
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

async function removeAll() {
  if (!await confirm("Remove every fault?", "All requests get their real answers again.", "Remove all")) return;
  if (await attempt(() => control.remove("faults"), "Every fault is removed.")) redraw();
}

export async function draw(view) {
  const { faults } = await control.get("faults");
  view.add(
    h("p", { class: "lead" }, "A fault lets requests fail that are named by operation, provider or user: "
      + "the next one, one in ten, or all. Meet an outage without unplugging anything."),
    h("p", { class: "actions" },
      button("Set a fault", () => addFault(undefined, undefined), { class: "main" }),
      button("Set one for this project", () => addFault(undefined, view.place)),
      faults.length ? button("Remove all", removeAll, { class: "danger" }) : null),
    faults.length ? faultTable(faults)
      : empty("No fault is set: every request gets its real answer. Scenarios show what faults are good for.",
        link("backend-unavailable", "scenarios", "backend-unavailable")));
}
