// One request: its explanation, and its actions.

import { at, control } from "./api.js";
import { sdkErrors, sdkOf } from "./client.js";
import { copied, copyAddress, copyButton } from "./copy.js";
import { button, code, count, empty, facts, fill, folded, h, line, quiet, section } from "./dom.js";
import { adviceBox, decisionList, headline, reason, statusBadge, userLink } from "./explain.js";
import { isRefused } from "./log.js";
import { fetchCode, scenarioOf, swiftCode } from "./repeat.js";
import { link } from "./router.js";
import { table } from "./table.js";
import { moment } from "./time.js";
import { tokenView, tokensIn } from "./token.js";

/** Returns the request as it was sent, and as the log shows it; the same where nothing is masked. */
async function read(path) {
  const shown = await control.get(path);
  return { shown, whole: shown.masked ? await control.get(path, { secrets: true }) : shown };
}

/** Returns the content of a request: first its refusal and what to change. */
export async function requestView(view, id) {
  const path = at`requests/${id}`;
  let request;
  let whole;
  try {
    ({ shown: request, whole } = await read(path));
  } catch (error) {
    view.name("Request");
    return empty(error.message, link("All requests", "requests"));
  }
  view.rename(headline(request));
  const errors = sdkErrors(request.errors);
  return [
    h("h2", { class: "head" }, headline(request)),
    h("p", null, statusBadge(request), " ", h("code", null, `${request.method} ${request.path}`)),
    verdict(request, errors),
    line(["time", moment(request.time, { isExact: true })],
      ["took", `${(request.latencyMicroseconds / 1000).toFixed(1)} ms`],
      ["user", userLink(request)], ["uid", request.user?.localId && copied(request.user.localId, "the uid")],
      ["provider", request.providerId && link(request.providerId, "providers", request.providerId)],
      ["SDK", request.client && h("span", { title: request.client }, sdkOf(request.client))],
      ["session", request.session && link("requests of this session", "requests", undefined, { session: request.session })],
      ["project", request.project], ["id", h("code", null, request.id)]),
    copies(request, whole, path),
    request.unknownFields.length
      ? h("p", { role: "alert" }, "Unknown fields, which had no effect: ", request.unknownFields.join(", "))
      : null,
    bodies(request, whole),
    request.decisions.length ? folded(count(request.decisions.length, "decision"),
      decisionList(request)) : null];
}

/** Returns why the request was refused or warned of, and what to change; the last decision of another one. */
function verdict(request, errors) {
  const why = reason(request);
  if (request.outcome === "succeeded") return why ? h("p", null, why) : null;
  return h("div", { class: `card ${isRefused(request) ? "bad" : "warn"}` },
    h("p", { class: "why" }, why || `The answer is ${request.status}.`), adviceBox(request),
    errors.length ? [h("h3", null, "In an SDK"), facts(...errors)] : null);
}

function copies(request, whole, path) {
  const isCut = whole.truncated;
  const note = request.masked ? ", with passwords and tokens" : "";
  return [h("p", { class: "actions small" },
    isCut ? null : [
      copyButton("Copy as curl", () => control.get(path, { format: "curl", secrets: true }), `the command${note}`),
      copyButton("as fetch", () => fetchCode(whole), `the code${note}`),
      copyButton("as Swift", () => swiftCode(whole), `the code${note}`),
      copyButton("as a scenario", async () => JSON.stringify(await scenarioOf(whole), null, 2), `the scenario${note}`)],
    copyButton("Copy the report", () => control.get(path, { format: "text" }), "the report"),
    copyAddress()),
  isCut ? quiet("The body is too long for the log, so that no copy can send it again.") : null,
  request.masked && !isCut ? quiet("Copies have passwords and tokens. ",
    copyButton("Copy as curl, masked", () => control.get(path, { format: "curl", secrets: false }),
      "the command without passwords and tokens, which repeats something else")) : null];
}

function form(value) {
  const text = typeof value === "string" ? value : value?.postBody;
  if (typeof text !== "string" || !/^[\w.~%-]+=/.test(text)) return null;
  return [h("h3", null, typeof value === "string" ? "Form, decoded" : "postBody, decoded"),
    facts(...[...new URLSearchParams(text)].map(([name, field]) => [name, h("code", null, field)]))];
}

/** Returns request and response side by side, with each token decoded; passwords and tokens show on demand. */
function bodies(request, whole) {
  const place = h("div");
  let isWhole = request === whole;
  function show() {
    const { headers, request: body, response } = isWhole ? whole : request;
    const half = (name, value, extra) => {
      const tokens = tokensIn(name === "Request" ? whole.request : whole.response);
      return section(name, value === undefined ? quiet("It has no body.") : code(value),
        form(value), extra, tokens.map(([where, token]) => tokenView(where || "token", token, {
          isMasked: !isWhole, decisions: name === "Request" ? request.decisions : [] })));
    };
    fill(place, h("div", { class: "exchange" },
      half("Request", body, folded(`Headers (${headers.length})`,
        table("Headers", ["Name", "Value"], headers.map(({ name, value }) => [name, h("code", null, value)])))),
      half("Response", response)),
    request === whole ? null : h("p", { class: "small" }, button(isWhole ? "Mask passwords and tokens" : "Show passwords and tokens", () => {
      isWhole = !isWhole;
      show();
      place.querySelector("p > button").focus();
    })));
  }
  show();
  return place;
}
