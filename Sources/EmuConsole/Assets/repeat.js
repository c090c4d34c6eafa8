// A request as code that sends it again: for a browser, for Swift, and as a scenario.

import { at, control, parsed } from "./api.js";
import { operationOf } from "./explain.js";

/** Headers that a client sends by itself, or that only meant one connection. */
const OWN = new Set(["host", "content-length", "connection", "accept-encoding", "user-agent", "accept",
  "transfer-encoding", "expect", "x-emulator-tool", "origin", "referer"]);

function kept({ headers }) {
  return headers.filter(({ name }) => !OWN.has(name.toLowerCase())
    && !/^(?:sec-|accept-|proxy-|cookie$)/i.test(name));
}

/** Returns the body as it was sent; undefined for none. */
function bodyOf({ request }) {
  return request === undefined || typeof request === "string" ? request : JSON.stringify(request);
}

function origin({ headers }) {
  const host = headers.find(({ name }) => name.toLowerCase() === "host")?.value;
  return host ? `${location.protocol}//${host}` : location.origin;
}

/** Returns JavaScript for a browser's console, Node or Deno. */
export function fetchCode(request) {
  const headers = Object.fromEntries(kept(request).map(({ name, value }) => [name, value]));
  const options = { method: request.method, headers };
  const body = bodyOf(request);
  if (body !== undefined) options.body = body;
  return `const answer = await fetch(${JSON.stringify(origin(request) + request.path)}, ${
    JSON.stringify(options, null, 2)});\nconsole.log(answer.status, await answer.text());\n`;
}

/** Returns a literal of Swift, with as many number signs as the text needs to have no escapes. */
function swiftText(text) {
  let marks = "#";
  while (text.includes(`"${marks}`) || text.includes(`\\${marks}`)) marks += "#";
  return text.includes("\n") ? `${marks}"""\n${text}\n"""${marks}` : `${marks}"${text}"${marks}`;
}

/** Returns Swift for a test or a script, with Foundation alone. */
export function swiftCode(request) {
  const body = bodyOf(request);
  return [
    "import Foundation", "#if canImport(FoundationNetworking)", "  import FoundationNetworking", "#endif", "",
    `var request = URLRequest(url: URL(string: ${swiftText(origin(request) + request.path)})!)`,
    `request.httpMethod = ${swiftText(request.method)}`,
    ...kept(request).map(({ name, value }) =>
      `request.setValue(${swiftText(value)}, forHTTPHeaderField: ${swiftText(name)})`),
    ...body === undefined ? [] : [`request.httpBody = Data(${swiftText(body)}.utf8)`],
    "let (data, response) = try await URLSession.shared.data(for: request)",
    "print((response as! HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))", "",
  ].join("\n");
}

/** Returns a value of a scenario whose texts have no variables. */
function plain(value) {
  return parsed(JSON.stringify(value).replaceAll("${", "${$}{"));
}

/** The most users that a scenario has. */
const MOST_USERS = 50;

/**
 * Returns the state of the request's project as a scenario has it: without users who were created by the
 * request or later; undefined for a project of many users.
 */
async function stateBefore({ project, time }) {
  if (!project) return undefined;
  const { users } = await control.get(at`projects/${project}/users`, { limit: MOST_USERS });
  if (users.length === MOST_USERS) return undefined;
  const { projects } = await control.get("export", { project, plainPasswords: true });
  const { apiKeys: _, ...state } = projects[project];
  const isOlder = ({ createdAt }) => !createdAt || new Date(createdAt) < new Date(time);
  return plain({ ...state, users: state.users.filter(isOlder) });
}

/** Returns a scenario of one step that expects the same status; its key is that of the project it runs in. */
export async function scenarioOf(request) {
  const path = plain(request.path).replace(/([?&]key=)[^&]*/, "$1${key}")
    .replace(`/projects/${request.project}/`, "/projects/${project}/");
  const step = { call: `${request.method} ${path}` };
  const headers = kept(request).filter(({ name }) => name.toLowerCase() !== "content-type");
  if (headers.length) {
    step.headers = plain(Object.fromEntries(headers.map(({ name, value }) => [name, value])));
  }
  if (typeof request.request === "string") {
    step.form = plain(Object.fromEntries(new URLSearchParams(request.request)));
  } else if (request.request !== undefined) step.body = plain(request.request);
  step.expect = { status: request.status };
  return { title: `${operationOf(request)} is answered with ${request.status}`,
    why: "One request of the log. Describe here what goes wrong.", seed: await stateBefore(request), steps: [step] };
}
