// Small pictures: how many over the last minutes, the life of a token, and what happened to a user, on a line.

import { count, svg } from "./dom.js";
import { emulatorNow } from "./time.js";

const WIDTH = 600;

function picture(width, height, name, ...parts) {
  return svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": name }, parts);
}

function text(x, y, words, anchor = "middle") {
  return svg("text", { x, y, "text-anchor": anchor }, words);
}

/** Returns bars of the last minutes: of successes above the line, and of refusals below it. */
export function bars(events, minutes) {
  const now = emulatorNow();
  const slots = Array.from({ length: minutes }, () => ({ good: 0, bad: 0 }));
  for (const { time, kind } of events) {
    const age = Math.floor((now - Date.parse(time)) / 60_000);
    if (age >= 0 && age < minutes) slots[minutes - 1 - age][kind] += 1;
  }
  const most = Math.max(1, ...slots.flatMap(({ good, bad }) => [good, bad]));
  const step = WIDTH / minutes;
  const bar = (index, kind, size, y) => (size ? svg("rect", { class: kind, x: index * step + 2, y,
    width: step - 4, height: size, rx: 2 }, svg("title", {}, `${count(slots[index][kind],
    kind === "good" ? "sign-in" : "refusal")}, ${minutes - 1 - index} min ago`)) : null);
  const sum = (kind) => slots.reduce((total, slot) => total + slot[kind], 0);
  return picture(WIDTH, 86, `${count(sum("good"), "sign-in")} and ${count(sum("bad"), "refusal")} in the last ${minutes} minutes`,
    slots.map(({ good, bad }, index) => {
      const [up, down] = [good, bad].map((number) => number && Math.max(4, number / most * 32));
      return [bar(index, "good", up, 35 - up), bar(index, "bad", down, 37)];
    }),
    svg("path", { class: "axis", d: `M0 36H${WIDTH}` }),
    text(0, 80, `${minutes} min ago`, "start"), text(WIDTH, 80, "now", "end"));
}

/**
 * Returns events on a line, each with its name: {time, name, kind} with the time in milliseconds. Nothing for fewer
 * than two.
 *
 * @param span the first and last time of a part of the line, and its kind.
 */
export function history(events, { title, span, width = WIDTH } = {}) {
  const known = events.filter(({ time }) => Number.isFinite(time)).sort((left, right) => left.time - right.time);
  if (known.length < 2) return null;
  const [first, last] = [known[0].time, known.at(-1).time];
  // The style sheet has larger letters for a phone.
  const letter = matchMedia("(width < 48rem)").matches ? 12 : 7.5;
  const x = (time) => 8 + (time - first) / (last - first || 1) * (width - 16);
  let end = -Infinity;
  return picture(width, 44, title ?? known.map(({ name }) => name).join(", then "),
    svg("path", { class: "axis", d: `M8 14H${width - 8}` }),
    span ? svg("path", { class: `span ${span.kind}`, d: `M${x(span.from)} 14H${x(span.to)}` }) : null,
    known.map(({ time, name, kind }) => {
      const length = name.length * letter;
      const anchor = x(time) < length / 2 ? "start" : x(time) > width - length / 2 ? "end" : "middle";
      const begin = anchor === "start" ? 0 : anchor === "end" ? width - length : x(time) - length / 2;
      const isFree = begin > end;
      if (isFree) end = begin + length;
      return [svg("circle", { class: kind ?? "act", cx: x(time), cy: 14, r: 6 }, svg("title", {}, name)),
        isFree ? text(anchor === "start" ? 0 : anchor === "end" ? width : x(time), 38, name, anchor) : null];
    }));
}

/** Returns the life of a token on a line, by the emulator's clock: times are in milliseconds. */
export function life({ issued, expires, revoked }) {
  const now = emulatorNow();
  const to = Math.min(expires, revoked ?? expires);
  const state = revoked ? "revoked" : expires <= now ? "expired" : "valid";
  const kind = state === "valid" ? "good" : "bad";
  return history([{ time: issued, name: "issued", kind: "good" }, { time: expires, name: "expires", kind: "bad" },
    { time: revoked, name: "revoked", kind: "bad" }, { time: now, name: "now" }],
  { title: `The token is ${state}.`, span: { from: Math.min(issued ?? now, to), to, kind }, width: 340 });
}
