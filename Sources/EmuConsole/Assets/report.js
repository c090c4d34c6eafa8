// The requests that production would have rejected.

import { cause } from "./advice.js";
import { badge, fill, h } from "./dom.js";
import { because, linked } from "./explain.js";
import { link } from "./router.js";
import { moment } from "./time.js";

/** Shows the requests that passed here with a warning. */
export function warnedSection(section, requests) {
  fill(section, h("h2", { id: "warned" }, "Production would reject"), requests.length
    ? h("ol", { class: "plain" }, requests.slice(0, 6).map((request) => h("li", null,
      moment(request.time), " ", link(request.operation ?? request.path, "requests", request.id), " ",
      badge(cause(request).rule, "warn"), " ", linked(because(request)))))
    : h("p", { class: "quiet" }, "No request that passed here, as far as the switches warn."));
}
