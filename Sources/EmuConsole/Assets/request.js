// One request: its explanation, and its actions.

import { at, control } from "./api.js";
import { copyButton } from "./copy.js";
import { code, empty, facts, h, moment } from "./dom.js";
import { adviceBox, decisionList, headline, statusBadge } from "./explain.js";
import { link } from "./router.js";
import { tokenView, tokensIn } from "./token.js";
import { permanentAddress } from "./place.js";

export async function drawRequest(view, id) {
  const path = at`requests/${id}`;
  let request;
  try {
    request = await control.get(path);
  } catch (error) {
    view.name("Request");
    view.add(empty(error.message, link("All requests", "requests")));
    return;
  }
  view.name(headline(request));
  const tokens = [...tokensIn(request.request, "request"), ...tokensIn(request.response, "answer")];
  view.add(
    h("p", { class: "lead" }, statusBadge(request), " ",
      h("code", null, `${request.method} ${request.path}`)),
    h("p", { class: "actions" },
      copyButton("Copy as curl", () => control.get(path, { format: "curl", secrets: true }),
        request.masked ? "the command, with passwords and tokens" : "the command"),
      request.masked
        ? copyButton("Copy as curl, masked", () => control.get(path, { format: "curl", secrets: false }),
          "the command without passwords and tokens, which repeats something else")
        : null,
      copyButton("Copy report", () => control.get(path, { format: "text" }), "the report"),
      copyButton("Copy link", () => permanentAddress(), "the address")),
    request.decisions.length ? [h("h2", null, "Why"), decisionList(request)] : null,
    adviceBox(request),
    request.unknownFields.length
      ? h("p", { role: "alert" }, "Unknown fields, which had no effect: ", request.unknownFields.join(", "))
      : null,
    h("h2", null, "Request"),
    request.request === undefined ? h("p", { class: "quiet" }, "It has no body.") : code(request.request),
    h("h2", null, "Answer"),
    request.response === undefined ? h("p", { class: "quiet" }, "It has no body.") : code(request.response),
    tokens.map(([name, token]) => tokenView(name, token)),
    h("h2", null, "Facts"),
    facts(["id", h("code", null, request.id)], ["time", moment(request.time)], ["project", request.project],
      ["took", `${(request.latencyMicroseconds / 1000).toFixed(1)} ms`]),
    request.masked ? h("p", { class: "quiet" },
      "Passwords and tokens are masked here and in the report, and whole in “Copy as curl”. Start with "
        + "--log-secrets to see them.") : null);
}
