// The forms that create and change a user. Each sends the request of an Admin SDK.

import { at, control, owner, parsed, scope } from "./api.js";
import { formDialog, problemOf } from "./confirm.js";
import { attempt } from "./dom.js";
import { check, choice, documentDialog, field, given, lineOf, listOf, suggested } from "./form.js";
import { address } from "./place.js";
import { providersOf } from "./providers.js";
import { go, redraw } from "./router.js";

/** Returns the path of the administrator's calls on accounts. */
export function accounts({ project, tenant }, verb = "") {
  const root = tenant ? at`v1/projects/${project}/tenants/${tenant}` : at`v1/projects/${project}`;
  return `${root}/accounts${verb}`;
}

/** Changes a user, and renders the screen again. */
export async function update(place, change) {
  await owner.post(accounts(place, ":update"), change);
  redraw();
}

/** Changes the second factors that a user has now: a request has the complete list. */
export async function updateFactors(place, localId, changed) {
  const { users: [user] = [] } = await owner.post(accounts(place, ":lookup"), { localId: [localId] });
  await update(place, { localId, mfa: { enrollments: changed(user?.mfaInfo ?? []) } });
}

/** Rejects a password without the address to sign in with, which the Admin API accepts. */
function checkPassword(data) {
  if (data.get("password") && !data.get("email")) throw problemOf("email", "A password needs an address to sign in with.");
}

export async function createUser(place) {
  const uid = await formDialog("Create a user", [
    field("email", "E-mail address", { inputmode: "email" }),
    field("password", "Password", { hint: "six characters or more" }),
    field("displayName", "Name"),
    field("phoneNumber", "Phone number", { placeholder: "+15555550100" }),
    field("localId", "UID", { hint: "generated if empty" }),
    field("providers", "Providers", { placeholder: "google.com, apple.com", hint: "with an id of each" }),
    check("emailVerified", "The address is verified"), check("disabled", "Disabled"),
  ], "Create", async (data) => {
    checkPassword(data);
    const { providers = "", emailVerified, disabled, ...values } = given(data);
    const { localId } = await owner.post(accounts(place), {
      ...values, emailVerified: Boolean(emailVerified), disabled: Boolean(disabled) });
    // The user is there: what cannot be linked is reported on its screen.
    for (const providerId of listOf(providers)) {
      await attempt(() => owner.post(accounts(place, ":update"), {
        localId, linkProviderUserInfo: { providerId, rawId: random(20), email: values.email } }));
    }
    return localId;
  });
  if (uid) await go(address("users", uid));
}

export function editUser(place, user) {
  return formDialog("Edit the user", [
    field("email", "E-mail address", { inputmode: "email", value: user.email }),
    check("emailVerified", "The address is verified", user.emailVerified),
    field("displayName", "Name", { value: user.displayName }),
    field("photoUrl", "Photo URL", { value: user.photoUrl }),
    field("phoneNumber", "Phone number", { value: user.phoneNumber }),
    field("password", "New password", { hint: "unchanged if empty" }),
  ], "Save", async (data) => {
    checkPassword(data);
    const change = { localId: user.localId };
    const cleared = [];
    // Only what was changed here: another client may have changed the rest meanwhile.
    const isChanged = (name) => data.get(name) !== lineOf(user[name]);
    for (const [name, attribute] of [["email", "EMAIL"], ["displayName", "DISPLAY_NAME"],
      ["photoUrl", "PHOTO_URL"]].filter(([name]) => isChanged(name))) {
      if (data.get(name)) change[name] = data.get(name);
      else cleared.push(attribute);
    }
    const isVerified = data.has("emailVerified");
    if (change.email || isVerified !== Boolean(user.emailVerified)) change.emailVerified = isVerified;
    if (isChanged("phoneNumber")) {
      if (data.get("phoneNumber")) change.phoneNumber = data.get("phoneNumber");
      else change.deleteProvider = ["phone"];
    }
    if (data.get("password")) change.password = data.get("password");
    if (cleared.length) change.deleteAttribute = cleared;
    await update(place, change);
  });
}

/** Returns the claims of a user as the form shows them. */
function claimsOf(user) {
  return user?.customAttributes ? JSON.stringify(parsed(user.customAttributes), null, 2) : "{}";
}

export function editClaims(place, user) {
  return documentDialog("Custom claims", "Claims as JSON", { shown: claimsOf(user), read: async () => {
    const { users: [now] } = await control.get(`${scope(place)}/users`, { localId: user.localId });
    return claimsOf(now);
  }, hint: "They are in every ID token from the next refresh on." }, (claims) =>
    owner.post(accounts(place, ":update"), { localId: user.localId, customAttributes: JSON.stringify(claims ?? {}) }));
}

export function linkProvider(place, user) {
  return formDialog("Link a provider", [
    suggested("providerId", "Provider", () => providersOf(place), { required: true, placeholder: "google.com, oidc.corp" }),
    field("rawId", "The user's id at the provider", { required: true }),
    field("email", "E-mail address", { inputmode: "email", value: user.email }),
    field("displayName", "Name", { value: user.displayName }),
  ], "Link", (data) => update(place, {
    localId: user.localId, linkProviderUserInfo: given(data) }));
}

/** Returns a random text in Base32, such as the secret of an authenticator app. */
function random(length) {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % 32]).join("");
}

export function addFactor(place, user) {
  return formDialog("Add a second factor", [
    choice("kind", "Kind", [["phone", "text message"], ["totp", "authenticator app"]]),
    field("phoneInfo", "Phone number", { placeholder: "+15555550100", hint: "for text messages" }),
    field("displayName", "Name"),
  ], "Add", (data) => {
    const factor = data.get("kind") === "totp" ? { totpInfo: {}, emulatorTotpSecret: random(32) }
      : { phoneInfo: data.get("phoneInfo") };
    factor.mfaEnrollmentId = random(20);
    if (data.get("displayName")) factor.displayName = data.get("displayName");
    return updateFactors(place, user.localId, (factors) => [...factors, factor]);
  });
}
