// A request as code that sends it again: for a browser, for Swift, and as a scenario.

/** Headers that a client sends by itself, or that only meant one connection. */
const OWN = new Set(["host", "content-length", "connection", "accept-encoding", "user-agent", "accept",
  "transfer-encoding", "expect", "x-emulator-tool", "origin", "referer"]);

function kept({ headers }) {
  return headers.filter(({ name }) => !OWN.has(name.toLowerCase())
    && !/^(?:sec-|accept-|proxy-|cookie$)/i.test(name));
}

/** The body as it was sent; undefined for none. */
function bodyOf({ request }) {
  return request === undefined || typeof request === "string" ? request : JSON.stringify(request);
}

function origin({ headers }) {
  const host = headers.find(({ name }) => name.toLowerCase() === "host")?.value;
  return host ? `${location.protocol}//${host}` : location.origin;
}

/** For a browser's console, Node or Deno. */
export function fetchCode(request) {
  const headers = Object.fromEntries(kept(request).map(({ name, value }) => [name, value]));
  const options = { method: request.method, headers };
  const body = bodyOf(request);
  if (body !== undefined) options.body = body;
  return `const answer = await fetch(${JSON.stringify(origin(request) + request.path)}, ${
    JSON.stringify(options, null, 2)});\nconsole.log(answer.status, await answer.text());\n`;
}

/** A literal of Swift: JSON has the same escapes, but for \u and the slash; `#"` needs none. */
function swiftText(text) {
  let marks = "#";
  while (text.includes(`"${marks}`) || text.includes(`\\${marks}`)) marks += "#";
  return text.includes("\n") ? `${marks}"""\n${text}\n"""${marks}` : `${marks}"${text}"${marks}`;
}

/** For a test or a script in Swift, with Foundation alone. */
export function swiftCode(request) {
  const body = bodyOf(request);
  return [
    "import Foundation", "",
    `var request = URLRequest(url: URL(string: ${swiftText(origin(request) + request.path)})!)`,
    `request.httpMethod = ${swiftText(request.method)}`,
    ...kept(request).map(({ name, value }) =>
      `request.setValue(${swiftText(value)}, forHTTPHeaderField: ${swiftText(name)})`),
    ...body === undefined ? [] : [`request.httpBody = Data(${swiftText(body)}.utf8)`],
    "let (data, response) = try await URLSession.shared.data(for: request)",
    "print((response as! HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))", "",
  ].join("\n");
}

/** A text of a scenario, in which only a variable begins so. */
function plain(value) {
  return JSON.parse(JSON.stringify(value).replaceAll("${", "${$}{"));
}

/** A scenario of one step that expects the same status; its key is that of the project it runs in. */
export function scenarioOf(request) {
  const path = plain(request.path).replace(/([?&]key=)[^&]*/, "$1${key}");
  const step = { call: `${request.method} ${path}` };
  const headers = kept(request).filter(({ name }) => name.toLowerCase() !== "content-type");
  if (headers.length) {
    step.headers = plain(Object.fromEntries(headers.map(({ name, value }) => [name, value])));
  }
  if (typeof request.request === "string") {
    step.form = plain(Object.fromEntries(new URLSearchParams(request.request)));
  } else if (request.request !== undefined) step.body = plain(request.request);
  step.expect = { status: request.status };
  return { title: `${request.operation ?? request.path} is answered with ${request.status}`,
    why: "One request of the log. Describe here what goes wrong.", steps: [step] };
}
