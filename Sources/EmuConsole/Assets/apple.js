// Events of people at Apple, and the responses of their devices.

import { at, control, query } from "./api.js";
import { formDialog } from "./confirm.js";
import { copyButton } from "./copy.js";
import { button, code, fill, h, quiet, section } from "./dom.js";
import { choice, field, given } from "./form.js";
import { peopleOf } from "./mint.js";

const EVENTS = [["consent-revoked", "stops using the app"], ["account-deleted", "deletes the Apple account"],
  ["email-disabled", "switches the relay off"], ["email-enabled", "switches the relay on"]];

/** Returns a section with Apple's control calls, for the people of the issuer. */
export function appleSection({ project }, accounts) {
  const root = at`issuers/${"apple.com"}`;
  const mine = query({ project });
  const people = peopleOf(accounts);
  const result = h("div", { "aria-live": "polite", "data-kept": "" });
  function event() {
    return formDialog("An event at Apple", [
      choice("sub", "Person", people), choice("type", "The person", EVENTS),
      field("endpoint", "Your server", { type: "url",
        hint: "receives Apple's signed notification; nothing is sent if empty" }),
    ], "Simulate", async (data) => {
      const answer = await control.post(`${root}/notifications${mine}`, given(data));
      const failed = answer.deliveries?.findLast(({ error, status }) => error || status >= 300);
      fill(result, h("p", { role: "status" }, answer.effect),
        failed && !answer.delivered ? h("p", { role: "alert" }, "Your server did not accept it: ",
          failed.error ?? `status ${failed.status}.`) : null,
        answer.hint ? quiet(answer.hint) : null, code(answer.claims),
        copyButton("Copy the signed event", answer.payload, "the signed event"));
    });
  }
  function state() {
    return formDialog("getCredentialState", [
      choice("sub", "Person", people), field("clientId", "App", { hint: "the project's own if empty" }),
    ], "Ask", async (data) => {
      const answer = await control.get(`${root}/credentialState`, { project, ...Object.fromEntries(data) });
      fill(result, h("p", { role: "status" }, `The device answers ${answer.state}.`));
    });
  }
  return section("At Apple",
    h("p", null, "People end their consent, delete accounts and switch the relay off at Apple, and the app's "
      + "server receives an event."),
    accounts.length ? h("p", { class: "actions" }, button("Simulate an event", event),
      button("Ask for the credential state", state)) : quiet("Add a person first."), result);
}
