// The log of requests: its filters, and reading it a part at a time.

import { control } from "./api.js";
import { sdkOf } from "./client.js";

/** The number of requests of one read: some 100 KB at the most. */
const PART = 100;
/** The number of rows after which a named request is not searched. */
const MOST_SEARCHED = 2000;

/** Returns the filters of an address, and how the list shows what passes them. */
export function filterOf({ search, filters, project }, names) {
  return { text: search, project, names, outcome: filters.outcome ?? "", user: filters.user ?? "",
    provider: filters.provider ?? "", session: filters.session ?? "", all: filters.all === "1",
    calls: filters.calls === "1", by: ["user", "session"].includes(filters.by) ? filters.by : "",
    decisions: filters.decisions === "1" };
}

/** Returns the filters as an address has them. */
export function valuesOf({ text, outcome, user, provider, session, all, calls, by, decisions }) {
  return { q: text, outcome, user, provider, session, all: all ? "1" : "", calls: calls ? "1" : "", by,
    decisions: decisions ? "1" : "" };
}

/** Returns the address or number of a request's user, else the uid. */
export function nameOfUser({ user }) {
  return user?.email ?? user?.phoneNumber ?? user?.localId;
}

/** Returns the user of a request: the uid, else the address or number that it was sent for. */
export function userOf({ user }) {
  return user?.localId ?? user?.email ?? user?.phoneNumber;
}

export function isRefused({ outcome }) {
  return outcome === "refused";
}

/** Tests if the filters let a request through. */
export function passes(request, filter) {
  if (!filter.calls && !request.isOfApp) return false;
  if (!filter.all && request.project && request.project !== filter.project) return false;
  if (filter.outcome && request.outcome !== filter.outcome) return false;
  if (filter.user && userOf(request) !== filter.user) return false;
  if (filter.session && request.session !== filter.session) return false;
  if (filter.provider && request.providerId !== filter.provider) return false;
  if (!filter.text) return true;
  const names = `${request.operation} ${filter.names?.get(request.operation) ?? ""}`;
  const text = `${request.id} ${names} ${request.path} ${request.status} ${request.error ?? ""} ${request.code ?? ""} ${
    Object.values(request.user ?? {}).join(" ")} ${request.providerId ?? ""} ${request.client ?? ""} ${sdkOf(request.client)} ${
    request.decisions.map((decision) => `${decision.rule} ${decision.reason}`).join(" ")}`;
  return text.toLowerCase().includes(filter.text.toLowerCase());
}

/**
 * The last requests that pass, from the newest or from one on, until there are enough and, where one is
 * named, that one is among them.
 */
export async function read(before, filter, count, until) {
  const rows = [];
  let last = before;
  let isFound = !until;
  for (;;) {
    const { requests } = await control.get("requests", { bodies: false, limit: PART, before: last });
    for (const request of requests) {
      last = request.id;
      isFound ||= last === until;
      if (passes(request, filter)) rows.push(request);
      if (rows.length >= count && (isFound || rows.length >= MOST_SEARCHED)) return { rows, last, hasMore: true };
    }
    if (requests.length < PART) return { rows, last, hasMore: false };
  }
}

/** Returns requests with later ones before them, the newest first; the stream may repeat what was read. */
export function withNews(requests, news) {
  const known = new Set(requests.map(({ id }) => id));
  return [...news.filter(({ id }) => !known.has(id)).reverse(), ...requests];
}

/** The most milliseconds between two requests of one sign-in on a page. */
const LONGEST_STEP = 300_000;

function isPage({ operation, path }) {
  return /^(?:webSignIn|issuer)\./.test(operation ?? "") || /^\/(?:emulator|__)\/auth\//.test(path);
}

/** Tests if a request is a part of a sign-in on pages: of the page itself, or a call that the page makes. */
function isStep(request) {
  return isPage(request) || /^Mozilla\//.test(request.client ?? "")
    && ["projects", "accounts:createAuthUri", "accounts:signInWithIdp"].includes(request.operation);
}

/** Tests if a page returned to the app, so that a later request belongs to another sign-in. */
function isReturn({ method, operation, path }) {
  return operation === "webSignIn.page" && (method === "POST" || /[?&](?:code|error|SAMLResponse)=/.test(path));
}

/** Returns the state by which an app recognizes its sign-in; nothing without one. */
function stateOf({ path }) {
  return new URLSearchParams(path.split("?")[1]).get("state");
}

/** Returns the requests, newest first, as a list of lists: the steps of one sign-in on pages are together. */
export function signIns(requests) {
  const found = [];
  for (const request of requests) {
    const group = found.at(-1);
    const newer = group?.at(-1);
    const isNear = newer && Math.abs(Date.parse(newer.time) - Date.parse(request.time)) < LONGEST_STEP;
    const isOther = group?.some((one) => stateOf(one) && stateOf(request) && stateOf(one) !== stateOf(request));
    const isMore = isNear && !isOther && isStep(request) && (isStep(newer) && newer.client === request.client && !isReturn(request)
      || newer.operation === "accounts:signInWithIdp" && isReturn(request));
    if (isMore) group.push(request);
    else found.push([request]);
  }
  return found.flatMap((group) => (group.some(isPage) ? [group] : group.map((request) => [request])));
}
