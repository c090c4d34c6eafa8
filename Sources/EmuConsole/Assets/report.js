// The answers that production would have given otherwise, by rule, as the emulator's report has them.

import { control } from "./api.js";
import { badge, fill, h, quiet } from "./dom.js";
import { operationOf, ruleLink } from "./explain.js";
import { link } from "./router.js";
import { moment } from "./time.js";

/** Returns the report on the requests of a project that the log still has. */
export function readReport(project) {
  return control.get("report", { project });
}

/** Returns one difference: its rule, the answer of production, and the change that the app needs. */
function difference({ rule, production, refuses, change, count, first }) {
  return h("li", null,
    badge(count === 1 ? "once" : `${count} times`, "warn"), " ", link(operationOf(first), "requests", first.id),
    h("p", null, "Production ", refuses ? ["answers ", h("code", null, production)] : production, " (", ruleLink(rule), ")."),
    quiet(change, " First ", moment(first.time), "."));
}

/** Shows a report in a section. */
export function showReport(section, { requests, differences, ungrouped }) {
  fill(section, h("h2", { id: "production" }, "Production would answer differently"), requests
    ? [h("ol", { class: "plain" }, differences.map(difference)),
      ungrouped ? quiet(`Differences that are not listed: ${ungrouped}.`) : null]
    : quiet("No request is known to be answered differently in production."));
}
