// The form of a fault: its matches are picked from existing values, and its effect has the fields that it needs.

import { at, control, scope } from "./api.js";
import { formDialog } from "./confirm.js";
import { count, fill, h, say } from "./dom.js";
import { operationOf, reason, statusBadge } from "./explain.js";
import { choice, explained, field, suggested } from "./form.js";
import { redraw } from "./router.js";

let description;

/** Returns the description of faults, which the emulator serves. */
export async function describeFaults() {
  description ??= await control.get("faults:describe");
  return description;
}

/** Faults that are set with one click. */
export const PRESETS = [
  { name: "Rate limit", about: "every request is answered with 429, three times",
    fault: { effect: { rateLimit: { retryAfterSeconds: 30 } }, times: 3 } },
  { name: "Slow network", about: "every answer is three seconds late",
    fault: { effect: { delayMilliseconds: 3000 } } },
  { name: "Backend unavailable", about: "every request is answered with 503",
    fault: { effect: { status: 503 } } },
  { name: "Connection lost", about: "the next request gets no answer",
    fault: { effect: { drop: true }, times: 1 } },
  { name: "Provider unavailable", about: "each sign-in with a provider is answered with 503",
    fault: { match: { operation: "accounts:signInWithIdp" }, effect: { status: 503 } } },
  { name: "Token refresh fails", about: "each refresh of an ID token is answered with 503",
    fault: { match: { operation: "token" }, effect: { status: 503 } } },
];

/** Returns the choice of a defect: names with descriptions. */
export function defectChoice({ defects }, first = []) {
  return explained("defect", "Defect", [...first, ...defects]);
}

const LABELS = { code: "HTTP status", message: "Message", retryAfterSeconds: "Retry after (seconds)",
  status: "HTTP status", delayMilliseconds: "Delay (milliseconds)", body: "Body as JSON", contentType: "Media type",
  timeOffsetSeconds: "Offset (seconds)" };

/** Returns the fields of an effect: one for a plain value, one each for the members of an object. */
function effectFields({ name, example }, described) {
  if (name === "defect") return defectChoice(described);
  if (typeof example === "boolean") return null;
  const one = (key, value) => field(`effect.${key}`, LABELS[key] ?? key, {
    value: typeof value === "object" ? JSON.stringify(value) : String(value),
    type: typeof value === "number" ? "number" : "text" });
  return name !== "body" && typeof example === "object"
    ? Object.entries(example).map(([key, value]) => one(key, value)) : one(name, example);
}

/** Returns the effect of a form, each value of the type that its example has. */
function effectOf({ name, example }, data) {
  if (name === "defect") return { defect: data.get("defect") };
  if (typeof example === "boolean") return { [name]: example };
  const read = (key, value) => {
    const text = data.get(`effect.${key}`);
    return typeof value === "number" ? Number(text) : text;
  };
  if (name === "body") {
    const text = data.get("effect.body");
    try {
      return { body: JSON.parse(text) };
    } catch {
      return { body: text };
    }
  }
  if (typeof example !== "object") return { [name]: read(name, example) };
  return { [name]: Object.fromEntries(Object.entries(example).map(([key, value]) => [key, read(key, value)])) };
}

/** Tests if a logged request matches, as far as the log names its operation, provider and user. */
function matches(request, match, names) {
  const others = names.get(request.operation) ?? [];
  const pattern = (text) => new RegExp(`^${text.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join(".*")}$`);
  const isControl = request.path.startsWith("/emulator/v1/") && !match.operation && !match.path;
  return !isControl && (!match.project || request.project === match.project)
    && (!match.operation || [request.operation, ...others].some((name) => pattern(match.operation).test(name ?? "")))
    && (!match.path || pattern(match.path).test(request.path.split("?")[0]))
    && (!match.providerId || request.providerId === match.providerId)
    && (!match.localId || request.user?.localId === match.localId)
    && (!match.email || JSON.stringify(request.request ?? "").toLowerCase().includes(match.email.toLowerCase()));
}

/** Sets a fault, draws the screen again, and shows the warnings or what is done. */
export async function setFault(path, fault, done) {
  const { warnings } = await control.post(path, fault);
  await redraw();
  say(warnings ? warnings.join(" ") : done, Boolean(warnings));
}

/** Returns a function that finds a field of the users who have a text. */
function usersBy(place, name) {
  return async (search) => {
    const { users } = await control.get(`${scope(place)}/users`, { search, limit: 20 });
    return users.map((user) => user[name]).filter(Boolean);
  };
}

/** Tests if a logged request to an issuer matches, as far as the log names its endpoint and values. */
function matchesIssuer(request, issuer, { endpoint, ...values }) {
  const text = `${request.path} ${JSON.stringify(request.request ?? "")} ${JSON.stringify(request.response ?? "")}`;
  return request.path.startsWith(`/issuers/${issuer}/`) && (!endpoint || request.operation === `issuer.${endpoint}`)
    && Object.values(values).every((value) => text.includes(value));
}

/** Asks for a fault and sets it: of an issuer, or of requests to the backend. */
export async function addFault(issuer, place, isEveryProject = false) {
  const [described, { projects }, { requests }] = await Promise.all([
    describeFaults(), control.get("projects"), control.get("requests", { limit: 100, app: true })]);
  const names = new Map(described.operations.map(({ name, otherNames }) => [name, otherNames]));
  const effects = described.effects.filter(({ isOfTokens }) => issuer || !isOfTokens);
  const details = h("div", { class: "fields" });
  const preview = h("div", { class: "preview", "aria-live": "polite" });
  const detail = (kind) => fill(details, effectFields(effects.find(({ name }) => name === kind), described));
  const fields = issuer ? [
    suggested("endpoint", "Endpoint", described.endpoints, { placeholder: "token" }),
    field("clientId", "Client id"), field("sub", "Subject"), field("email", "E-mail address"),
  ] : [
    choice("project", "Project", [["", "every project"], ...new Set([place.project, ...projects.map(({ id }) => id)])],
      { value: isEveryProject ? "" : place.project }),
    suggested("operation", "Operation", described.operations.map(({ name }) => name), { placeholder: "accounts:signIn*" }),
    suggested("providerId", "Provider", described.providers),
    suggested("localId", "UID", usersBy(place, "localId")),
    suggested("email", "E-mail address", usersBy(place, "email")),
    field("path", "Path", { placeholder: "*/accounts:lookup" }),
  ];
  const match = h("fieldset", { oninput: show, onchange: show },
    h("legend", null, "Which requests (all if every field is empty)"), fields);
  function matchOf() {
    const inputs = [...match.querySelectorAll("input, select")].map(({ name, value }) => [name, value.trim()]);
    return Object.fromEntries(inputs.filter(([, value]) => value));
  }
  function show() {
    const given = matchOf();
    const hit = requests.filter((request) => (issuer ? matchesIssuer(request, issuer, given) : matches(request, given, names)));
    fill(preview, h("p", null, `It matches ${hit.length} of the last ${count(requests.length, "request")} of apps.`),
      h("ul", { class: "plain" }, hit.slice(0, 5).map((request) => h("li", null, statusBadge(request), " ",
        operationOf(request), " ", h("span", { class: "quiet" }, reason(request))))));
  }
  detail(effects[0].name);
  show();
  return formDialog("Set a fault", [match, h("fieldset", null, h("legend", null, "What happens"),
    explained("kind", "Effect", effects, (event) => detail(event.target.value)),
    details,
    field("times", "How many times", { type: "number", min: 1, hint: "without a limit if empty" }),
    field("expiresInSeconds", "Ends after (seconds)", { type: "number", min: 1, hint: "not by itself if empty" }),
    field("probability", "Probability", { type: "number", min: 0, max: 1, step: "any" })), preview], "Set the fault",
  async (data) => {
    const fault = { effect: effectOf(effects.find(({ name }) => name === data.get("kind")), data), match: matchOf() };
    for (const name of ["times", "expiresInSeconds", "probability"]) if (data.get(name)) fault[name] = Number(data.get(name));
    await setFault(issuer ? at`issuers/${issuer}/faults` : "faults", fault, "The fault is set.");
  });
}
