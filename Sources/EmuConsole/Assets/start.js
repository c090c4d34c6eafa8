// The first steps with an emulator that has received no request.

import { app, control, query, scope } from "./api.js";
import { copied } from "./copy.js";
import { attempt, button, h, lead, section } from "./dom.js";
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
  return section("Users to sign in with",
    h("ul", { class: "plain" }, users.map((user) => h("li", null, link(nameOf(user), "users", user.localId), " ",
      "password ", copied(passwordOf(user), `the password of ${nameOf(user)}`)))));
}

/** Returns the first steps, in place of an empty screen. */
export async function firstSteps(place) {
  const { users } = await control.get(`${scope(place)}/users`, { limit: 20 });
  return h("div", { class: "start" },
    lead(`No request came for ${place.project} yet. Paste one line into the app, before its first call:`),
    sdkLines(),
    h("p", { class: "actions" },
      button("Try a fake Apple sign-in", () => attempt(() => tryApple(place)), { class: "main" }),
      h("span", { class: "quiet" }, "signs a person in as an app would, and shows the request"),
      link("Edge cases to load", "scenarios")),
    demoUsers(users.filter(passwordOf).slice(0, 6)));
}
