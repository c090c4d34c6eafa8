// One user: its data, its sign-in methods, and an administrator's actions.

import { client, control, owner, scope } from "./api.js";
import { confirm } from "./confirm.js";
import { copied, copyAddress } from "./copy.js";
import { attempt, badge, button, code, empty, facts, fill, h } from "./dom.js";
import { address } from "./place.js";
import { go, link } from "./router.js";
import { table } from "./table.js";
import { moment } from "./time.js";
import { tokenView } from "./token.js";
import { nameOf } from "./usercolumns.js";
import { accounts, addFactor, editClaims, editUser, linkProvider, update, updateFactors } from "./userforms.js";

export async function drawUser(view, uid) {
  const { place } = view;
  let user;
  try {
    ({ users: [user] } = await control.get(`${scope(place)}/users`, { localId: uid }));
  } catch (error) {
    view.name("No such user");
    const isMissing = error.status === 404 || error.message.includes("USER_NOT_FOUND");
    view.add(empty(isMissing ? `${place.tenant || place.project} has no user ${uid}.` : error.message,
      isMissing ? await elsewhere(place, uid) : null, link("All users", "users")));
    return;
  }
  view.name(nameOf(user));
  view.add(
    h("p", { class: "actions" },
      button("Edit", () => editUser(place, user), { class: "main" }),
      button(user.disabled ? "Enable" : "Disable", () => attempt(() => update(place, {
        localId: uid, disableUser: !user.disabled }), user.disabled ? "Enabled." : "Disabled.")),
      button("Delete", () => remove(place, user), { class: "danger" }),
      copyAddress(),
      link("Requests about this user", "requests", null, { q: uid })),
    h("div", { class: "columns" }, profile(user), session(place, user)),
    ways(place, user), factors(place, user, view), passkeys(place, user),
    h("section", null, h("h2", null, "Custom claims"),
      user.customAttributes ? code(JSON.parse(user.customAttributes))
        : h("p", { class: "quiet" }, "None. Claims are in every ID token of the user."),
      button("Edit claims", () => editClaims(place, user))),
    h("details", null, h("summary", null, "As the Admin API shows it"), code(user)));
}

/** Returns links to the user of the same uid in the project and its tenants, because requests name only the uid. */
async function elsewhere({ project, tenant }, uid) {
  const { projects } = await control.get("projects");
  const { tenants = [] } = projects.find(({ id }) => id === project) ?? {};
  const others = ["", ...tenants].filter((other) => other !== tenant);
  const found = await Promise.all(others.map((other) =>
    control.get(`${scope({ project, tenant: other })}/users`, { localId: uid }).then(() => other, () => null)));
  return found.filter((other) => other !== null).map((other) => h("p", null,
    link(other ? `The user of the tenant ${other}` : `The user of ${project} itself`, "users", uid, { project, tenant: other })));
}

function profile(user) {
  return h("section", null, h("h2", null, "Profile"), facts(
    ["uid", copied(user.localId, "the uid")],
    ["state", user.disabled ? badge("disabled", "bad") : badge("enabled", "good")],
    ["address", user.email && [user.email, " ", user.emailVerified ? badge("verified", "good")
      : badge("not verified", "warn")]],
    ["number", user.phoneNumber], ["name", user.displayName],
    ["photo", user.photoUrl && h("code", null, user.photoUrl)], ["tenant", user.tenantId],
    ["created", moment(Number(user.createdAt))],
    ["signed in", moment(Number(user.lastLoginAt) || null) ?? "never"],
    ["refreshed", moment(user.lastRefreshAt)]));
}

/** Returns the section with a session of the user, created by a custom token. */
function session(place, user) {
  const result = h("div", { "data-kept": "" });
  async function mint() {
    const tokens = await attempt(() => signIn(place, user));
    if (!tokens) return;
    fill(result, tokenView("ID token", tokens.idToken), tokenView("refresh token", tokens.refreshToken));
  }
  async function revoke() {
    const goes = await confirm(`Revoke every session of ${nameOf(user)}?`,
      "Refresh tokens of the user end, and ID tokens from before this second.", "Revoke");
    if (!goes) return;
    const { now } = await control.get("clock");
    await attempt(() => update(place, {
      localId: user.localId, validSince: Math.floor(Date.parse(now) / 1000) }), "Revoked.");
  }
  return h("section", null, h("h2", null, "Sessions"),
    h("p", null, "Signs the user in as a custom token does, and shows the tokens with their claims."),
    h("p", { class: "actions" }, button("Sign in as this user", mint),
      button("Revoke sessions", revoke, { class: "danger" })), result);
}

async function signIn(place, user) {
  const now = Math.floor(Date.parse((await control.get("clock")).now) / 1000);
  const part = (value) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const account = `console@${place.project}.iam.gserviceaccount.com`;
  const claims = {
    aud: "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit",
    iat: now, exp: now + 3600, iss: account, sub: account, uid: user.localId,
    tenant_id: place.tenant || undefined,
  };
  const token = `${part({ alg: "none", typ: "JWT" })}.${part(claims)}.`;
  const key = encodeURIComponent(`emulator-${place.project}`);
  return client.post(`v1/accounts:signInWithCustomToken?key=${key}`, {
    token, returnSecureToken: true, tenantId: place.tenant || undefined });
}

async function remove(place, user) {
  const goes = await confirm(`Delete ${nameOf(user)}?`,
    "The user cannot be restored, unless a snapshot has it.", "Delete the user");
  if (!goes) return;
  const isDone = await attempt(() => owner.post(accounts(place, ":delete"), { localId: user.localId }),
    "The user is deleted.");
  if (isDone) await go(address("users"));
}

function ways(place, user) {
  const rows = (user.providerUserInfo ?? []).map((way) => [
    ["password", "phone"].includes(way.providerId) ? way.providerId
      : link(way.providerId, "providers", way.providerId),
    h("code", null, way.rawId ?? ""), way.email ?? way.phoneNumber ?? "", way.displayName ?? "",
    button("Unlink", () => unlink(place, user, way.providerId), {
      "aria-label": `Unlink ${way.providerId}` }),
  ]);
  return h("section", null, h("h2", null, "Signs in with"), rows.length
    ? table("Links to providers", ["Provider", "Id at the provider", "Address", "Name", "Actions"], rows)
    : h("p", { class: "quiet" }, "The user has no sign-in method: it is anonymous, or was created without one."),
  button("Link a provider", () => linkProvider(place, user)));
}

async function unlink(place, user, providerId) {
  const goes = await confirm(`Unlink ${providerId} from ${nameOf(user)}?`,
    "The user can no longer sign in with it.", "Unlink");
  if (!goes) return;
  const change = providerId === "password" ? { deleteAttribute: ["PASSWORD"] }
    : { deleteProvider: [providerId] };
  await attempt(() => update(place, { localId: user.localId, ...change }), `Unlinked ${providerId}.`);
}

function factors(place, user, view) {
  const list = user.mfaInfo ?? [];
  async function drop(factor) {
    const goes = await confirm(`Remove the second factor ${factor.displayName ?? factor.mfaEnrollmentId}?`,
      "The user signs in without it from then on.", "Remove");
    if (!goes) return;
    await attempt(() => updateFactors(place, user.localId, (factors) =>
      factors.filter(({ mfaEnrollmentId }) => mfaEnrollmentId !== factor.mfaEnrollmentId)), "Removed.");
  }
  const codes = new Map(list.map(({ mfaEnrollmentId }) => [mfaEnrollmentId, h("span")]));
  async function showCodes() {
    const { totpCodes } = await control.get(`${scope(place)}/totpCodes`, { localId: user.localId });
    for (const { mfaEnrollmentId, code: value, validUntil } of totpCodes) {
      fill(codes.get(mfaEnrollmentId) ?? h("span"), "code now ", copied(value, "the code"), " until ",
        moment(validUntil));
    }
  }
  if (list.some(({ totpInfo }) => totpInfo)) {
    const timer = setInterval(() => showCodes().catch(() => {}), 5000);
    view.onLeave(() => clearInterval(timer));
    showCodes().catch(() => {});
  }
  return h("section", null, h("h2", null, "Second factors"), list.length
    ? table("Second factors", ["Name", "Kind", "Enrolled", "Actions"], list.map((factor) => [
      factor.displayName ?? factor.mfaEnrollmentId,
      [factor.phoneInfo ? `text message to ${factor.phoneInfo}` : "authenticator app ",
        codes.get(factor.mfaEnrollmentId)],
      moment(factor.enrolledAt),
      button("Remove", () => drop(factor), {
        "aria-label": `Remove ${factor.displayName ?? factor.mfaEnrollmentId}` })]))
    : h("p", { class: "quiet" }, "None."),
  button("Add a second factor", () => addFactor(place, user)));
}

function passkeys(place, user) {
  const list = user.passkeyInfo ?? [];
  if (!list.length) return null;
  return h("section", null, h("h2", null, "Passkeys"),
    table("Passkeys", ["Name", "Credential", "Actions"], list.map(({ name, credentialId }) => [
      name ?? "", copied(credentialId, "the credential id"),
      button("Remove", async () => {
        const goes = await confirm("Remove the passkey?", "The user can no longer sign in with it.", "Remove");
        if (goes) {
          await attempt(() => update(place, {
            localId: user.localId, deletePasskey: [credentialId] }), "Removed.");
        }
      }, { "aria-label": `Remove the passkey ${name ?? credentialId}` })])));
}
