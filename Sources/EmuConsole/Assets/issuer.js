// One fake provider: its people, keys, options, faults and consents.

import { at, control, query } from "./api.js";
import { appleSection } from "./apple.js";
import { confirm, formDialog, guarded } from "./confirm.js";
import { copied } from "./copy.js";
import { badge, button, code, empty, facts, h, quiet, say, section } from "./dom.js";
import { addFault } from "./faultform.js";
import { faultTable } from "./faults.js";
import { area, check, documentDialog, field, json } from "./form.js";
import { assertionSection, mintSection } from "./mint.js";
import { link, redraw } from "./router.js";
import { table } from "./table.js";
import { moment } from "./time.js";

export async function drawIssuer(view, id) {
  view.name(id);
  const { project } = view.place;
  const root = at`issuers/${id}`;
  const mine = query({ project });
  const [issuer, { accounts }, { faults }, { grants }] = await Promise.all([
    control.get(root), control.get(`${root}/accounts`, { project }), control.get(`${root}/faults`),
    control.get(`${root}/grants`, { project })]);
  view.add(
    facts(["issuer", h("code", null, issuer.issuer)],
      ["sign-in page", issuer.ssoUrl && h("code", null, issuer.ssoUrl)],
      ["discovery", issuer.discoveryUrl && external(issuer.discoveryUrl)],
      ["keys", issuer.jwksUri && external(issuer.jwksUri)],
      ["provider", link(id, "providers", id)]),
    peopleSection(root, mine, accounts), id.startsWith("saml.") ? assertionSection(root, mine, accounts, view.place)
      : mintSection(id, root, mine, accounts, view.place),
    issuer.jwksUri || issuer.keys.length ? section("Keys", issuer.keys.length
      ? table("Signing keys", ["Key id", "Algorithm", "State"], issuer.keys.map(({ kid, alg, state }) =>
        [copied(kid, "the key id"), alg, badge(state, state === "active" ? "good" : "")]))
      : quiet("They are generated at their first use."),
    button("Rotate the keys", () => rotate(root))) : null,
    section("Faults", faults.length ? faultTable(faults)
      : quiet("None is set."), button("Set a fault", () => addFault(id))),
    id === "apple.com" ? appleSection(view.place, accounts) : null,
    section("Options", code(issuer.options),
      button("Edit as JSON", () => editOptions(root, issuer.options))),
    grants.length ? section("Consents", table("Consents of people to clients",
      ["Person", "Client", "State", "Since"], grants.map((grant) => [grant.email ?? grant.sub, grant.clientId,
        badge(grant.state, grant.state === "authorized" ? "good" : "bad"), moment(grant.grantedAt)]))) : null);
}

/** Returns a link that opens a page of the emulator in a new tab. */
function external(address) {
  return h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, address);
}

function nameOf({ name }) {
  return typeof name === "string" ? name : [name?.givenName, name?.familyName].filter(Boolean).join(" ");
}

function peopleSection(root, mine, accounts) {
  const path = (person) => `${root}/accounts/${encodeURIComponent(person.sub)}${mine}`;
  async function remove(person) {
    if (await confirm(`Delete ${person.email ?? person.sub}?`,
      "The person is removed from the issuer, with every consent; users of the project stay.", "Delete",
      () => control.remove(path(person)), "Deleted.")) redraw();
  }
  return section("People", accounts.length
    ? table("People of the issuer", ["Person", "Name", "Subject", "Actions"], accounts.map((person) => [
      [person.email ?? person.sub, " ",
        person.emailVerified ? null : badge("not verified", "warn"),
        person.deletedAt ? badge("deleted", "bad") : null,
        person.relayEmail ? h("small", null, `relay ${person.relayEmail}`) : null],
      nameOf(person), copied(person.sub, "the subject"),
      h("span", { class: "actions" },
        button("Edit", () => personForm("Edit the person", person, (body) => control.patch(path(person), body), async () =>
          (await control.get(root + "/accounts" + mine)).accounts.find(({ sub }) => sub === person.sub)), {
          "aria-label": `Edit ${person.email ?? person.sub}` }),
        button("Delete", () => remove(person), { "aria-label": `Delete ${person.email ?? person.sub}` }))]))
    : empty("The issuer has no person yet. People who sign in on its page appear here."),
  button("Add a person", () => personForm("Add a person", {}, (body) =>
    control.post(`${root}/accounts${mine}`, body)), { class: "main" }));
}

/** Returns a text for JSON of a member that a form shows. */
function textOf(value) {
  return value ? JSON.stringify(value, null, 2) : "";
}

function personForm(title, person, send, read) {
  const throwIfChanged = guarded(textOf(person.claims), async () => textOf((await read?.())?.claims));
  const name = typeof person.name === "string" ? { givenName: person.name } : person.name ?? {};
  return formDialog(title, [
    field("email", "E-mail address", { inputmode: "email", value: person.email }),
    check("emailVerified", "The address is verified", person.emailVerified ?? true),
    field("givenName", "Given name", { value: name.givenName }),
    field("familyName", "Family name", { value: name.familyName }),
    check("hideEmail", "Hides the address from apps (Apple)", person.hideEmail),
    field("tenant", "Tenant (Microsoft)", { value: person.tenant }),
    area("claims", "Further claims as JSON", { rows: 3, value: textOf(person.claims) }),
  ], "Save", async (data) => {
    const body = person.sub ? {} : { emailVerified: data.has("emailVerified") };
    for (const key of ["emailVerified", "hideEmail"]) if (data.has(key) !== Boolean(person[key])) body[key] = data.has(key);
    // Null clears a field.
    for (const key of ["email", "tenant"]) if (data.get(key) !== (person[key] ?? "")) body[key] = data.get(key) || null;
    const names = ["givenName", "familyName"].filter((key) => data.get(key));
    if (["givenName", "familyName"].some((key) => data.get(key) !== (name[key] ?? ""))) {
      body.name = names.length ? Object.fromEntries(names.map((key) => [key, data.get(key)])) : null;
    }
    if (data.get("claims") !== textOf(person.claims)) {
      body.claims = json(data.get("claims"), "The claims") ?? {};
      await throwIfChanged();
    }
    await send(body);
    redraw();
  });
}

async function rotate(root) {
  const isDone = await formDialog("Rotate the keys", [
    h("p", null, "New tokens are signed with a new key. Tokens of the old one verify until it is retired."),
    check("retire", "Retire the old keys now"),
  ], "Rotate", (data) => control.post(`${root}/keys:rotate`, data.has("retire") ? { retire: true } : {}));
  if (!isDone) return;
  say("Rotated.");
  redraw();
}

function editOptions(root, present) {
  return documentDialog("Options of the issuer", "Options as JSON", { rows: 12, shown: textOf(present),
    read: async () => textOf((await control.get(root)).options),
    hint: "idTokenLifetimeSeconds, timeOffsetSeconds, claims, requiresPKCE, …; null restores the "
      + "provider's own." }, (options) => control.patch(root, options ?? {}));
}
