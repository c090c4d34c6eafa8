// One user: its data, its sign-in methods, and an administrator's actions.

import { client, control, owner, parsed, scope } from "./api.js";
import { history } from "./chart.js";
import { sdkOf } from "./client.js";
import { confirm } from "./confirm.js";
import { copied, copyAddress } from "./copy.js";
import { attempt, badge, button, code, empty, facts, fill, folded, h, quiet, section } from "./dom.js";
import { operationOf, reason, statusBadge } from "./explain.js";
import { isRefused } from "./log.js";
import { subjectOf } from "./mail.js";
import { address } from "./place.js";
import { go, link } from "./router.js";
import { table } from "./table.js";
import { moment } from "./time.js";
import { tokenView } from "./token.js";
import { lastSignIn, nameOf, stateOf } from "./usercolumns.js";
import { factors, passkeys } from "./userfactors.js";
import { accounts, editClaims, editUser, linkProvider, update } from "./userforms.js";
import { way, wayName } from "./ways.js";

/** The number of requests and messages that are read, and of those that are shown. */
const READ = 300;
const SHOWN = 6;

export async function drawUser(view, uid) {
  const { place } = view;
  const { users: [user] } = await control.get(`${scope(place)}/users`, { localId: uid });
  if (!user) {
    view.name("No such user");
    view.add(empty(`${place.tenant || place.project} has no user ${uid}.`, await elsewhere(place, uid), link("All users", "users")));
    return;
  }
  view.name(nameOf(user));
  const [{ messages }, { requests }] = await Promise.all([
    control.get(`${scope(place)}/messages`, { limit: READ }), control.get("requests", { project: place.project, bodies: false, limit: READ })]);
  const mine = requests.filter((request) => request.user?.localId === uid || user.email && request.user?.email === user.email);
  const sent = messages.filter(({ localId, to }) => localId === uid || to === user.email || to === user.phoneNumber);
  view.add(
    h("p", null, copied(uid, "the uid"), " ", user.disabled ? null : badge("enabled", "good"), stateOf(user)),
    h("p", { class: "actions" },
      button("Edit", () => editUser(place, user), { class: "main" }),
      button(user.disabled ? "Enable" : "Disable", () => attempt(() => update(place, {
        localId: uid, disableUser: !user.disabled }), user.disabled ? "Enabled." : "Disabled.")),
      button("Delete", () => remove(place, user), { class: "danger" }),
      copyAddress(),
      link("Requests about this user", "requests", null, { q: uid })),
    history([{ time: Number(user.createdAt), name: "created" },
      { time: lastSignIn(user) || NaN, name: "last sign-in", kind: "good" },
      { time: user.validSince ? user.validSince * 1000 : NaN, name: "sessions revoked", kind: "warn" },
      ...mine.filter((request) => isRefused(request)).map((request) => ({
        time: Date.parse(request.time), name: request.code ?? "refused", kind: "bad" })),
      ...sent.map((message) => ({ time: Date.parse(message.createdAt), name: subjectOf(message) }))]),
    h("div", { class: "columns" },
      h("div", null, ways(place, user), factors(place, user, view), passkeys(place, user),
        section("Custom claims",
          user.customAttributes ? code(parsed(user.customAttributes))
            : quiet("None. Claims are in every ID token of the user."),
          button("Edit claims", () => editClaims(place, user)))),
      h("div", null, profile(user), session(place, user), latest("Last requests", mine, aboutRequest),
        latest("Messages", sent, aboutMessage))),
    folded("As the Admin API shows it", code(user)));
}

/** Returns a section with a list, which shows the first ones. */
function latest(heading, some, item) {
  return section(heading, some.length
    ? h("ul", { class: "plain" }, some.slice(0, SHOWN).map((one) => h("li", null, item(one))))
    : quiet("None."));
}

function aboutRequest(request) {
  return [statusBadge(request), " ", link(operationOf(request), "requests", request.id), " ",
    h("span", { class: "quiet" }, moment(request.time), request.client ? ` · ${sdkOf(request.client)}` : "",
      isRefused(request) ? ` · ${reason(request)}` : "")];
}

function aboutMessage(message) {
  return [message.usedAt ? badge("used", "good") : badge("unused"), " ", link(subjectOf(message), "inbox", message.id), " ",
    h("span", { class: "quiet" }, moment(message.createdAt))];
}

/** Returns links to the user of the same uid in the project and its tenants, because requests name only the uid. */
async function elsewhere({ project, tenant }, uid) {
  const { projects } = await control.get("projects");
  const { tenants = [] } = projects.find(({ id }) => id === project) ?? {};
  const others = ["", ...tenants].filter((other) => other !== tenant);
  const found = await Promise.all(others.map((other) =>
    control.get(`${scope({ project, tenant: other })}/users`, { localId: uid }).then(({ users }) => users.length ? other : null)));
  return found.filter((other) => other !== null).map((other) => h("p", null,
    link(other ? `The user of the tenant ${other}` : `The user of ${project} itself`, "users", uid, { project, tenant: other })));
}

function profile(user) {
  return section("Profile", facts(
    ["address", user.email], ["number", user.phoneNumber], ["name", user.displayName],
    ["photo", user.photoUrl && h("code", null, user.photoUrl)], ["tenant", user.tenantId],
    ["created", moment(Number(user.createdAt))],
    ["last sign-in", moment(lastSignIn(user)) ?? "never"],
    ["refreshed", moment(user.lastRefreshAt)]));
}

/** Returns the section with a session of the user, created by a custom token. */
function session(place, user) {
  const result = h("div", { "data-kept": "" });
  let tokens;
  const show = (revoked) => fill(result, tokenView("ID token", tokens.idToken, { revoked }), tokenView("refresh token", tokens.refreshToken));
  async function mint() {
    tokens = await attempt(() => signIn(place, user));
    if (tokens) show();
  }
  async function revoke() {
    let now;
    const isDone = await confirm(`Revoke every session of ${nameOf(user)}?`,
      "Refresh tokens of the user end, and ID tokens from before this second.", "Revoke", async () => {
        now = Date.parse((await control.get("clock")).now);
        await update(place, { localId: user.localId, validSince: Math.floor(now / 1000) });
      }, "Revoked.");
    if (isDone && tokens) show(now);
  }
  return section("Sessions",
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
  if (await confirm(`Delete ${nameOf(user)}?`, "The user cannot be restored, unless a snapshot has it.", "Delete the user",
    () => owner.post(accounts(place, ":delete"), { localId: user.localId }), "The user is deleted.")) await go(address("users"));
}

function ways(place, user) {
  const rows = (user.providerUserInfo ?? []).map((one) => [
    way(one.providerId, ["password", "phone"].includes(one.providerId) ? undefined
      : link(wayName(one.providerId), "providers", one.providerId)),
    h("code", null, one.rawId ?? ""),
    button("Unlink", () => unlink(place, user, one.providerId), {
      "aria-label": `Unlink ${one.providerId}` }),
  ]);
  return section("Signs in with", rows.length
    ? table("Links to providers", ["Provider", "Id at the provider", "Actions"], rows)
    : quiet("The user has no sign-in method: it is anonymous, or was created without one."),
  button("Link a provider", () => linkProvider(place, user)));
}

function unlink(place, user, providerId) {
  const change = providerId === "password" ? { deleteAttribute: ["PASSWORD"] }
    : { deleteProvider: [providerId] };
  return confirm(`Unlink ${providerId} from ${nameOf(user)}?`, "The user can no longer sign in with it.", "Unlink",
    () => update(place, { localId: user.localId, ...change }), `Unlinked ${providerId}.`);
}
