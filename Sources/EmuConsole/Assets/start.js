// The first steps with an emulator that has received no request.

import { app, at, control, query, scope } from "./api.js";
import { confirm } from "./confirm.js";
import { copied } from "./copy.js";
import { attempt, button, h } from "./dom.js";
import { choice } from "./form.js";
import { address } from "./place.js";
import { go, link } from "./router.js";
import { sdkLines } from "./sdk.js";
import { nameOf } from "./usercolumns.js";

/** Signs a person in with a token of the fake Apple, as an app does, and shows the request. */
async function tryApple({ project }) {
  const token = await control.post(`issuers/apple.com/tokens${query({ project })}`, {
    account: { email: "ann@example.com", name: { givenName: "Ann", familyName: "Lee" } },
    rawNonce: crypto.randomUUID() });
  const postBody = String(new URLSearchParams({
    providerId: "apple.com", id_token: token.idToken, nonce: token.rawNonce }));
  await app.post(`v1/accounts:signInWithIdp${query({ key: `emulator-${project}` })}`, {
    requestUri: location.origin, postBody, returnSecureToken: true, returnIdpCredential: true });
  const { requests: [request] } = await control.get("requests", {
    operation: "accounts:signInWithIdp", project, bodies: false, limit: 1 });
  await go(address("requests", request.id));
}

/** Returns the password of a user that is stored in plaintext, as in a hash of the official emulator. */
function passwordOf({ rawPassword, passwordHash }) {
  return rawPassword ?? /^fakeHash:.*?:password=(.*)$/s.exec(passwordHash ?? "")?.[1];
}

function demoUsers(users) {
  if (!users.length) return null;
  return h("section", null, h("h2", null, "Users to sign in with"),
    h("ul", { class: "plain" }, users.map((user) => h("li", null, link(nameOf(user), "users", user.localId), " ",
      "password ", copied(passwordOf(user), `the password of ${nameOf(user)}`)))));
}

function scenarioForm({ project }, scenarios) {
  async function load(event) {
    event.preventDefault();
    const name = new FormData(event.target).get("scenario");
    const goes = await confirm(`Load ${name} into ${project}?`,
      `The users, providers and switches of ${project} are deleted first.`, "Empty and load");
    if (!goes) return;
    const isLoaded = await attempt(() => control.post(at`scenarios/${name}:load`, { project }),
      `${project} has the state that the scenario begins with.`);
    if (isLoaded) await go(address("scenarios", name));
  }
  return h("section", null, h("h2", null, "An edge case"), h("form", { class: "filters", onsubmit: load },
    choice("scenario", "Scenario", scenarios.map(({ name, title }) => [name, title])), h("button", null, "Load it")));
}

/** Returns the first steps, in place of an empty screen. */
export async function firstSteps(place) {
  const [{ users }, { scenarios }] = await Promise.all([
    control.get(`${scope(place)}/users`, { limit: 20 }), control.get("scenarios")]);
  return h("div", { class: "start" },
    h("p", { class: "lead" }, `No request came for ${place.project} yet. Paste one line into the app, before its first call:`),
    sdkLines(),
    h("p", { class: "actions" },
      button("Try a fake Apple sign-in", () => attempt(() => tryApple(place)), { class: "main" }),
      h("span", { class: "quiet" }, "signs a person in as an app would, and shows the request")),
    demoUsers(users.filter(passwordOf).slice(0, 6)),
    scenarioForm(place, scenarios));
}
