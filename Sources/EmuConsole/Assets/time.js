// Times as people read them, by the emulator's clock.

import { h } from "./dom.js";

let offset = 0;
let frozenAt;

/** Sets the clock that relative times are measured by, as the control API returns it. */
export function setClock({ now, offsetMilliseconds, frozen }) {
  offset = offsetMilliseconds;
  frozenAt = frozen ? Date.parse(now) : undefined;
}

/** Returns the emulator's time, in milliseconds since the epoch. */
export function emulatorNow() {
  return frozenAt ?? Date.now() + offset;
}

const UNITS = [["d", 86_400_000], ["h", 3_600_000], ["min", 60_000], ["s", 1000]];

/** Returns a time span in at most two units: `1 h 5 min`. */
export function duration(milliseconds) {
  const parts = [];
  let rest = milliseconds;
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count) parts.push(`${count} ${unit}`);
    if (parts.length === 2 || parts.length && !count) break;
  }
  return parts.join(" ") || `${Math.round(milliseconds)} ms`;
}

function local(date) {
  return date.toLocaleString("sv-SE");
}

function relative(time) {
  const distance = emulatorNow() - time;
  if (Math.abs(distance) < 1000) return "now";
  const [unit, size] = UNITS.find(([, length]) => Math.abs(distance) >= length);
  const count = `${Math.floor(Math.abs(distance) / size)} ${unit}`;
  return distance > 0 ? `${count} ago` : `in ${count}`;
}

/**
 * A moment relative to now, or exact with milliseconds; the other one shows on hover.
 *
 * The day stands before an exact time that is not of today, and in place of a distance of over a week.
 */
export function moment(value, { isExact = false } = {}) {
  if (!value) return null;
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return String(value);
  const milliseconds = String(date.getMilliseconds()).padStart(3, "0");
  const exact = `${local(date)}.${milliseconds}`;
  const isToday = local(date).slice(0, 10) === local(new Date(emulatorNow())).slice(0, 10);
  const isFar = Math.abs(emulatorNow() - date.getTime()) > 7 * 86_400_000;
  const title = `${exact} (${date.toISOString()})`;
  const attributes = { datetime: date.toISOString(), title };
  // The year of an old time is in the title.
  if (isExact) {
    return h("time", attributes, exact.slice(isToday ? 11 : 5, -4), h("span", { class: "fraction" }, exact.slice(-4)));
  }
  return h("time", isFar ? attributes : { ...attributes, "data-relative": date.getTime() },
    isFar ? exact.slice(0, 16) : relative(date.getTime()));
}

// Relative times grow old by themselves.
setInterval(() => {
  for (const element of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(element.dataset.relative));
    if (element.textContent !== text) element.textContent = text;
  }
}, 5000);
