// The emulator's time.

import { control } from "./api.js";
import { attempt, badge, button, facts, fill, h, lead } from "./dom.js";
import { field } from "./form.js";
import { changes } from "./live.js";
import { redraw } from "./router.js";
import { duration } from "./time.js";

export const title = "Clock";

export function isChangedBy(request) {
  return changes(request, "clock");
}

const STEPS = [["6 minutes", { minutes: 6 }], ["1 hour", { hours: 1 }], ["1 day", { days: 1 }],
  ["30 days", { days: 30 }]];

export async function draw(view) {
  const clock = await control.get("clock");
  const shown = h("output", { class: "time" });
  const start = performance.now();
  function tick() {
    const passed = clock.frozen ? 0 : performance.now() - start;
    fill(shown, new Date(Date.parse(clock.now) + passed).toISOString().slice(0, 19).replace("T", " "), " UTC");
  }
  tick();
  const timer = setInterval(tick, 1000);
  view.onLeave(() => clearInterval(timer));
  const act = (call, body) => async () => {
    if (await attempt(() => control.post(call, body), "The clock is set.")) redraw();
  };
  view.add(
    lead("Every lifetime and stamp follows this clock. Move it to let a session grow old, "
      + "a code expire, or a refresh come due."),
    h("p", null, shown, " ", clock.frozen ? badge("stopped", "warn") : null),
    facts([clock.offsetMilliseconds < 0 ? "behind this machine" : "ahead of this machine",
      clock.offsetMilliseconds ? duration(Math.abs(clock.offsetMilliseconds)) : "0 s"]),
    clock.warnings.map((warning) => h("p", { role: "alert" }, warning)),
    h("h2", null, "Move it"),
    h("p", { class: "actions" }, STEPS.map(([label, body]) =>
      button(`+ ${label}`, act("clock:advance", body)))),
    h("form", { class: "filters", onsubmit: async (event) => {
      event.preventDefault();
      const now = new Date(`${new FormData(event.target).get("now")}Z`);
      await act("clock:set", { now: now.toISOString(), frozen: clock.frozen })();
    } }, field("now", "Set to (UTC)", { type: "datetime-local", step: 1, required: true,
      max: "9999-12-31T23:59:59", value: clock.now.slice(0, 19) }), h("button", null, "Set")),
    h("p", { class: "actions" },
      clock.frozen ? null : button("Stop the clock", act("clock:freeze")),
      button("Reset the clock", act("clock:reset"), {
        class: clock.frozen || clock.offsetMilliseconds ? "main" : null })));
}
