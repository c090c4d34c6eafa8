// Faults: requests that fail, are late or lose their connection.

import { at, control } from "./api.js";
import { confirm, formDialog } from "./confirm.js";
import { attempt, button, empty, h, moment } from "./dom.js";
import { choice, field } from "./form.js";
import { link, redraw } from "./router.js";
import { table } from "./table.js";

export const title = "Faults";

const EFFECTS = [["status", "answers with a status"], ["error", "refuses with a code"],
  ["delayMilliseconds", "is late"], ["drop", "loses the connection"], ["malformed", "answers broken JSON"],
  ["truncated", "cuts the answer"], ["rateLimit", "limits the rate"], ["defect", "signs a wrong token"]];

/** What can be wrong with a token. */
export const DEFECTS = ["expired", "not-yet-valid", "bad-signature", "unknown-key", "unsigned", "wrong-audience",
  "wrong-issuer", "wrong-nonce", "missing-email", "unverified-email"];

/** What a form says a fault does. */
function effectOf(data) {
  const kind = data.get("kind");
  const value = data.get("value");
  switch (kind) {
    case "status": return { status: Number(value || 503) };
    case "delayMilliseconds": return { delayMilliseconds: Number(value || 3000) };
    case "error": return { error: { code: 400, message: value || "INTERNAL_ERROR" } };
    case "rateLimit": return { rateLimit: value ? { retryAfterSeconds: Number(value) } : {} };
    case "defect": return { defect: value || "expired" };
    default: return { [kind]: true };
  }
}

/** Asks for a fault and sets it: of an issuer, or of any request. */
export function addFault(issuer, place) {
  const match = issuer ? ["endpoint", "clientId", "sub", "email"]
    : ["operation", "path", "providerId", "localId", "email"];
  const labels = { operation: "Operation", path: "Path", providerId: "Provider", localId: "UID",
    email: "E-mail address", endpoint: "Endpoint", clientId: "Client id", sub: "Subject" };
  return formDialog("Set a fault", [
    h("fieldset", null, h("legend", null, "Which requests: all where every field is empty"), match.map((name) =>
      field(name, labels[name], { placeholder: name === "operation" ? "accounts:lookup" : null }))),
    h("fieldset", null, h("legend", null, "What happens"),
      choice("kind", "The request", EFFECTS.filter(([kind]) => issuer || kind !== "defect")),
      field("value", "Value", {
        hint: `a status, a code, milliseconds or seconds${issuer ? `; or ${DEFECTS.join(", ")}` : ""}` }),
      field("times", "How many times", { type: "number", min: 1, hint: "always where it is empty" }),
      field("probability", "Probability", { type: "number", min: 0, max: 1, step: "any" })),
  ], "Set the fault", async (data) => {
    const fault = { effect: effectOf(data), match: {} };
    for (const name of match) if (data.get(name)) fault.match[name] = data.get(name);
    if (place) fault.match.project = place.project;
    for (const name of ["times", "probability"]) if (data.get(name)) fault[name] = Number(data.get(name));
    await control.post(issuer ? at`issuers/${issuer}/faults` : "faults", fault);
    redraw();
  });
}

/** Faults as a table. */
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
