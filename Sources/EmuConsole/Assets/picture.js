// A request as a sequence: the issuer, the app, the emulator, the rules that decided, and the SDK's error.

import { sdkOf } from "./client.js";
import { copyButton } from "./copy.js";
import { h, svg } from "./dom.js";
import { KINDS, operationOf } from "./explain.js";
import { isRefused } from "./log.js";

const WIDTH = 760;
const LINE = 15;
/** Colours of a pasted picture; on the page the style sheet has those of the theme. */
const COLOURS = { ink: "#1d1d1f", quiet: "#55555b", line: "#85858c", good: "#146c2e", warn: "#8a4b00",
  bad: "#b3261e", paper: "#ffffff", soft: "#f4f4f6" };
const MOST_DECISIONS = 5;

const ruler = document.createElement("canvas").getContext("2d");
ruler.font = "bold 12px system-ui, sans-serif";

/** Returns a text cut to a width in pixels. */
function fitting(text, width) {
  if (ruler.measureText(text).width <= width) return text;
  let end = text.length - 1;
  while (end > 0 && ruler.measureText(`${text.slice(0, end)}…`).width > width) end -= 1;
  return `${text.slice(0, end)}…`;
}

/** Returns a text in lines of a width in pixels, the last of which may be cut. */
function lines(text, width, most = 3) {
  const found = [""];
  for (const word of text.split(/\s+/)) {
    const longer = found.at(-1) ? `${found.at(-1)} ${word}` : word;
    if (found.length === most || !found.at(-1) || ruler.measureText(longer).width <= width) found[found.length - 1] = longer;
    else found.push(word);
  }
  return found.map((line) => fitting(line, width));
}

function label(x, y, text, { anchor = "middle", colour = "ink", weight = "normal" } = {}) {
  return svg("text", { x, y, "text-anchor": anchor, "font-size": 12, "font-weight": weight, class: colour,
    "font-family": "system-ui, sans-serif", fill: COLOURS[colour] }, text);
}

function arrow(from, to, y, text, colour) {
  const step = to > from ? -7 : 7;
  return [
    svg("path", { d: `M${from} ${y}H${to}M${to + step} ${y - 4}L${to} ${y}L${to + step} ${y + 4}`,
      fill: "none", stroke: COLOURS[colour], "stroke-width": 1.5, class: `line ${colour}` }),
    label((from + to) / 2, y - 6, fitting(text, Math.abs(to - from) - 16), { colour }),
  ];
}

/** Returns the provider whose token or code the request presents. */
function presented({ request, providerId }) {
  const text = typeof request === "string" ? request : request?.postBody;
  if (!text) return null;
  const form = new URLSearchParams(text);
  const kind = ["id_token", "access_token", "code", "SAMLResponse"].find((name) => form.get(name));
  return kind ? { provider: form.get("providerId") ?? providerId, kind } : null;
}

/** Returns the picture, and a button that copies it. */
export function pictureOf(request, sdkError) {
  const token = presented(request);
  const lanes = [["app", sdkOf(request.client) || "App"], ["emulator", "Auth emulator"]];
  if (token) lanes.push(["issuer", token.provider ?? "Issuer"]);
  const x = Object.fromEntries(lanes.map(([name], index) => [name, 110 + index * (lanes.length > 2 ? 270 : 330)]));
  const parts = [];
  let y = 60;
  if (token) {
    parts.push(arrow(x.issuer, x.app, y, `${token.kind} of ${token.provider ?? "the provider"}`, "quiet"));
    y += 34;
  }
  parts.push(arrow(x.app, x.emulator, y, operationOf(request), "ink"));
  y += 14;
  const width = 360;
  const decisions = request.decisions.slice(0, MOST_DECISIONS);
  for (const { rule, outcome, reason } of decisions) {
    const text = lines(reason, 340);
    const height = (text.length + 1) * LINE + 8;
    parts.push(
      svg("rect", { x: x.emulator - width / 2 + 120, y, width, height, rx: 6, fill: COLOURS.soft,
        stroke: COLOURS[KINDS[outcome] ?? "line"], class: `box ${KINDS[outcome] ?? "plain"}` }),
      label(x.emulator - width / 2 + 130, y + LINE, `${rule}: ${outcome}`, {
        anchor: "start", weight: "bold", colour: KINDS[outcome] ?? "ink" }),
      text.map((line, index) => label(x.emulator - width / 2 + 130, y + LINE * (index + 2), line, { anchor: "start" })));
    y += height + 8;
  }
  if (request.decisions.length > decisions.length) {
    parts.push(label(x.emulator, y + 10, `and ${request.decisions.length - decisions.length} more decisions`, { colour: "quiet" }));
    y += 20;
  }
  y += 22;
  const colour = isRefused(request) ? "bad" : "good";
  parts.push(arrow(x.emulator, x.app, y, [request.status || "connection closed", request.code].filter(Boolean).join(" "), colour));
  const end = y + 8;
  y += 20;
  if (isRefused(request) && sdkError) {
    for (const line of lines(`SDK error: ${sdkError}`, 360)) {
      parts.push(label(20, y, line, { anchor: "start", colour: "bad", weight: "bold" }));
      y += LINE;
    }
  }
  const height = y + 10;
  const name = `${lanes[0][1]} sends ${operationOf(request)}; ${
    request.decisions.map(({ rule, outcome }) => `${rule} ${outcome}`).join(", ")}; the answer is ${request.status}.`;
  const image = svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height, role: "img",
    "aria-label": name },
  svg("rect", { width: WIDTH, height, fill: COLOURS.paper, class: "paper" }),
  lanes.map(([lane, text]) => [
    svg("path", { d: `M${x[lane]} 32V${end}`, stroke: COLOURS.line, "stroke-dasharray": "3 4", class: "line quiet" }),
    label(x[lane], 22, fitting(text, 200), { weight: "bold" })]),
  parts);
  return h("figure", { class: "picture" }, h("div", { class: "scroll", tabindex: "0" }, image),
    h("figcaption", null, copyButton("Copy as SVG", () => new XMLSerializer().serializeToString(image), "the picture")));
}
