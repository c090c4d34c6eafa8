// One request: its explanation, and its actions.

import { at, control } from "./api.js";
import { sdkErrors, sdkOf } from "./client.js";
import { copyAddress, copyButton } from "./copy.js";
import { button, code, empty, facts, fill, h } from "./dom.js";
import { adviceBox, decisionList, headline, operationOf, statusBadge, userLink } from "./explain.js";
import { beside, filterOf, isRefused, valuesOf } from "./log.js";
import { pictureOf } from "./picture.js";
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

export async function drawRequest(view, id) {
  const path = at`requests/${id}`;
  let request;
  let whole;
  try {
    ({ shown: request, whole } = await read(path));
  } catch (error) {
    view.name("Request");
    view.add(empty(error.message, link("All requests", "requests")));
    return;
  }
  view.name(headline(request));
  const filter = filterOf(view.place);
  const [{ older, newer }, errors] = await Promise.all([
    beside(id, filter).catch(() => ({})), errorsOf(request)]);
  view.add(
    neighbours(older, newer, filter),
    h("p", { class: "lead" }, statusBadge(request), " ",
      h("code", null, `${request.method} ${request.path}`)),
    facts(["time", moment(request.time, { isExact: true })],
      ["took", `${(request.latencyMicroseconds / 1000).toFixed(1)} ms`],
      ["user", userLink(request)], ["address", request.user?.localId && request.user.email],
      ["provider", request.providerId && link(request.providerId, "providers", request.providerId)],
      ["SDK", request.client && h("span", { title: request.client }, sdkOf(request.client))],
      ["session", request.session && link("requests of this session", "requests", undefined, { session: request.session })],
      ["project", request.project], ["id", h("code", null, request.id)]),
    copies(request, whole, path),
    request.decisions.length ? [h("h2", null, "Why"), decisionList(request)] : null,
    adviceBox(request),
    request.unknownFields.length
      ? h("p", { role: "alert" }, "Unknown fields, which had no effect: ", request.unknownFields.join(", "))
      : null,
    errors.length ? [h("h2", null, "In an SDK"), facts(...errors)] : null,
    h("details", { open: true, class: "sequence" }, h("summary", null, "As a sequence"),
      pictureOf(whole, sdkError(request, errors))),
    bodies(request, whole));
}

function neighbours(older, newer, filter) {
  const one = (request, label, name) => (request
    ? h("span", { class: "beside" }, beforeLink(label, request, name, filter)) : h("span", { class: "quiet" }, label));
  return h("nav", { class: "actions", "aria-label": "Requests beside" },
    one(newer, "Newer", "previous"), one(older, "Older", "next"), link("All requests", "requests", undefined, valuesOf(filter)));
}

function beforeLink(label, request, name, filter) {
  const element = link(`${label}: ${operationOf(request)}`, "requests", request.id, valuesOf(filter));
  element.dataset.beside = name;
  return element;
}

function copies(request, whole, path) {
  const isCut = whole.truncated;
  const note = request.masked ? ", with passwords and tokens" : "";
  return [h("p", { class: "actions" },
    isCut ? null : [
      copyButton("Copy as curl", () => control.get(path, { format: "curl", secrets: true }), `the command${note}`),
      copyButton("as fetch", () => fetchCode(whole), `the code${note}`),
      copyButton("as Swift", () => swiftCode(whole), `the code${note}`),
      copyButton("as a scenario", async () => JSON.stringify(await scenarioOf(whole), null, 2), `the scenario${note}`)],
    copyButton("Copy the report", () => control.get(path, { format: "text" }), "the report"),
    copyAddress()),
  isCut ? h("p", { class: "quiet" }, "The body is too long for the log, so that no copy can send it again.") : null,
  request.masked && !isCut ? h("p", { class: "quiet" }, "Copies are the request as it was sent, with passwords and tokens. ",
    copyButton("Copy as curl, masked", () => control.get(path, { format: "curl", secrets: false }),
      "the command without passwords and tokens, which repeats something else")) : null];
}

/** Returns the errors of the SDKs for the same refusal, as a scenario has them. */
async function errorsOf(request) {
  if (!isRefused(request) || !request.scenario) return [];
  const { errors } = await control.get(at`scenarios/${request.scenario}`).catch(() => ({}));
  return sdkErrors(errors);
}

/** Returns the error of the SDK that sent the request; that of the first one for another client. */
function sdkError(request, errors) {
  const name = sdkOf(request.client).split(" ")[0];
  return (errors.find(([sdk]) => sdk === name) ?? errors[0])?.[1];
}

function form(value) {
  const text = typeof value === "string" ? value : value?.postBody;
  if (typeof text !== "string" || !/^[\w.~%-]+=/.test(text)) return null;
  return [h("h3", null, typeof value === "string" ? "Form, decoded" : "postBody, decoded"),
    facts(...[...new URLSearchParams(text)].map(([name, field]) => [name, h("code", null, field)]))];
}

/** Returns headers and bodies with each token decoded beside; passwords and tokens show on demand. */
function bodies(request, whole) {
  const place = h("div");
  let isWhole = request === whole;
  function show() {
    const { headers, request: body, response } = isWhole ? whole : request;
    const section = (name, value, extra) => h("section", { class: "exchange" },
      h("div", null, h("h2", null, name), extra,
        value === undefined ? h("p", { class: "quiet" }, "It has no body.") : code(value), form(value)),
      h("div", null, tokensIn(name === "Request" ? whole.request : whole.response).map(([where, token]) =>
        tokenView(where || "token", token, { isMasked: !isWhole, decisions: name === "Request" ? request.decisions : [] }))));
    fill(place,
      request === whole ? null : h("p", null, button(isWhole ? "Mask passwords and tokens" : "Show passwords and tokens", () => {
        isWhole = !isWhole;
        show();
        place.querySelector("button").focus();
      })),
      section("Request", body, h("details", null, h("summary", null, `Headers (${headers.length})`),
        table("Headers", ["Name", "Value"], headers.map(({ name, value }) => [name, h("code", null, value)])))),
      section("Response", response));
  }
  show();
  return place;
}
