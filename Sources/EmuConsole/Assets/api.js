// The requests that the console sends: to the control API, and as an administrator to the backend.

import { EMULATOR } from "./place.js";
import { released } from "./press.js";

/** A rejected request, with the message of the rejection. */
class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Returns a path with escaped values: at`users/${uid}`. */
export function at(texts, ...values) {
  return texts.reduce((path, text, index) => path + encodeURIComponent(values[index - 1]) + text);
}

/** Returns the control API's path of a project or tenant. */
export function scope({ project, tenant }) {
  return tenant ? at`projects/${project}/tenants/${tenant}` : at`projects/${project}`;
}

/** Returns the administrator's path of a project or tenant. */
export function settingsOf({ project, tenant }) {
  return tenant ? at`v2/projects/${project}/tenants/${tenant}` : at`v2/projects/${project}`;
}

/** Returns a query of the present values, with its question mark. */
export function query(values) {
  const given = Object.entries(values ?? {}).filter(([, value]) => value !== undefined
    && value !== null && value !== "");
  return given.length ? `?${new URLSearchParams(given)}` : "";
}

/** The request log is the app's: it excludes what the console reads, and marks what it changes. */
const TOOL = { "X-Emulator-Tool": "console" };

const BACKEND = `${EMULATOR}/identitytoolkit.googleapis.com/`;

/** Parses JSON. A number that JavaScript would change, such as 2^53 + 1, stays the text that it is. */
export function parsed(text) {
  return JSON.parse(text, (_, value, context) => (
    typeof value === "number" && JSON.rawJSON && String(value) !== context.source ? JSON.rawJSON(context.source) : value));
}

/** Returns the message of a rejection: of the backend, which sends codes, the reason in the log with the next step. */
async function messageOf(path, answer, document, text) {
  const error = document?.error;
  const message = error?.message ?? error ?? `${answer.status} ${text}`;
  const id = answer.headers.get("X-Emulator-Explain");
  if (!id || !path.startsWith(BACKEND)) return message;
  const { code, decisions } = await control.get(at`requests/${id}`).catch(() => ({ decisions: [] }));
  const reason = decisions.find(({ outcome }) => outcome === "refused")?.reason;
  return reason && code ? `${reason} (${code})` : message;
}

async function send(method, path, body, headers) {
  const options = { method, headers: { ...headers }, cache: "no-store" };
  if (body !== undefined) {
    const isFile = body instanceof Blob;
    options.headers["Content-Type"] = isFile ? body.type : "application/json";
    options.body = isFile || typeof body === "string" ? body : JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Refusal(0, "The emulator does not answer. Is it still running?");
  }
  const text = await answer.text();
  await released();
  const isJSON = answer.headers.get("Content-Type")?.includes("json");
  const document = isJSON && text ? parsed(text) : text;
  if (!answer.ok) throw new Refusal(answer.status, await messageOf(path, answer, document, text));
  return document;
}

/** Returns a function that awaits an answer: undefined if it was called again before the answer came. */
export function latest() {
  let last;
  return async (answer) => {
    last = answer;
    const value = await answer;
    return answer === last ? value : undefined;
  };
}

function calls(root, headers = TOOL) {
  return {
    get: (path, values) => send("GET", root + path + query(values), undefined, headers),
    post: (path, body = {}) => send("POST", root + path, body, headers),
    patch: (path, body) => send("PATCH", root + path, body, headers),
    remove: (path) => send("DELETE", root + path, undefined, headers),
  };
}

/** The address of the control API. */
export const CONTROL = `${EMULATOR}/emulator/v1/`;

/** The control API. */
export const control = calls(CONTROL);

/** What the emulator serves beside its APIs, such as the metadata of an issuer. */
export const page = calls(`${EMULATOR}/`);

/** The backend as an administrator reaches it; paths begin with v1/ or v2/. */
export const owner = calls(BACKEND, { Authorization: "Bearer owner", ...TOOL });

/** Returns the entries of every page of an administrator's list. */
export async function listed(path, name) {
  const found = [];
  let pageToken;
  do {
    const page = await owner.get(path, { pageSize: 100, pageToken });
    found.push(...page[name] ?? []);
    pageToken = page.nextPageToken;
  } while (pageToken);
  return found;
}

/** The backend with an app's credentials. */
export const client = calls(BACKEND);

/** The same, as a request of an app in the log. */
export const app = calls(BACKEND, {});
