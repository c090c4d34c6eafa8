// The sign-in methods of a project or tenant.

import { listed, owner, settingsOf } from "./api.js";
import { formDialog } from "./confirm.js";
import { add, attempt, badge, button, empty, fill, h, lead } from "./dom.js";
import { check, choice, field } from "./form.js";
import { changes } from "./live.js";
import { address } from "./place.js";
import { create, drawProvider, providerForm, setAt, valueAt } from "./provider.js";
import { go, link } from "./router.js";
import { table } from "./table.js";
import { way } from "./ways.js";

export const title = "Providers";

export function isChangedBy(request, { project }) {
  return changes(request, `projects/${project}/config`)
    || request.method !== "GET" && request.path.includes(`/projects/${project}/`) && /config|Config/.test(request.path);
}

/** Returns all configurations of a place. */
export async function configurations(place) {
  const parts = await Promise.all(["defaultSupportedIdpConfigs", "oauthIdpConfigs", "inboundSamlConfigs"].map(
    (name) => listed(`${settingsOf(place)}/${name}`, name)));
  return parts.flat().map((config) => ({ ...config, id: config.name.split("/").at(-1) }));
}

/** Returns the ids of the configured providers, and of those that need no configuration. */
export async function providersOf(place) {
  const [configs, { defaultSupportedIdps }] = await Promise.all([
    configurations(place), owner.get("v2/defaultSupportedIdps")]);
  return [...new Set([...configs.map(({ id }) => id), ...defaultSupportedIdps.map(({ idpId }) => idpId)])];
}

/** The settings beside providers: label, path in the configuration, what it does, and true if the path forbids. */
const PROJECT_WAYS = [
  ["Password and e-mail link", "signIn.email.enabled", "Users sign in with an address."],
  ["Phone number", "signIn.phoneNumber.enabled", "Users sign in with a code by text message."],
  ["Anonymous", "signIn.anonymous.enabled", "Users sign in without any credential."],
  ["One account per address", "signIn.allowDuplicateEmails", "A provider of a known address is linked or refused, in place of a second user.", true],
  ["Clients may sign up", "client.permissions.disabledUserSignup", "Without it only an administrator creates users.", true],
  ["Clients may delete themselves", "client.permissions.disabledUserDeletion", "Without it only an administrator deletes users.", true],
];
const TENANT_WAYS = [
  ["Password", "allowPasswordSignup", "Users sign in with an address and a password."],
  ["E-mail link", "enableEmailLinkSignin", "Users sign in with a link in an e-mail."],
  ["Anonymous", "enableAnonymousUser", "Users sign in without any credential."],
  ["Sign-in is on", "disableAuth", "Without it no user of the tenant signs in.", true],
];

/** Returns a setting with its explanation. Each is on in a new project: one that is not is marked, with a reset. */
function setting([label, name, about, forbids = false], settings, store) {
  const row = h("div");
  function show(isOn) {
    const box = check(name, label, isOn, { onchange: () => set(!isOn) });
    box.classList.add("switch");
    fill(row, add(box, h("small", { class: "quiet" }, about),
      isOn ? null : h("span", { class: "small" }, badge("on by default", "warn"), " ", button("Reset", () => set(true), { "aria-label": `Reset ${label}` }))));
  }
  async function set(isOn) {
    const isStored = await attempt(() => store(name, isOn !== forbids), "Stored.");
    show(isStored ? isOn : !isOn);
    row.querySelector("input").focus();
  }
  show(Boolean(valueAt(settings, name)) !== forbids);
  return row;
}

export async function draw(view) {
  if (view.place.item) return drawProvider(view, view.place.item);
  const { place } = view;
  const root = settingsOf(place);
  const path = place.tenant ? root : `${root}/config`;
  const [configs, settings, { defaultSupportedIdps }] = await Promise.all([
    configurations(place), owner.get(path), owner.get("v2/defaultSupportedIdps")]);
  const create = button("Add a provider", () => addProvider(place, configs, defaultSupportedIdps), { class: "main" });
  const store = (name, value) => owner.patch(`${path}?updateMask=${encodeURIComponent(name)}`, setAt({}, name, value));
  view.add(
    lead("In the profile compatible, a provider that is not configured works too. The switch ",
      link("requireConfiguredProviders", "switches", null, { part: "requireConfiguredProviders" }),
      " rejects it, as production does."),
    h("h2", null, "Without a provider"),
    (place.tenant ? TENANT_WAYS : PROJECT_WAYS).map((one) => setting(one, settings, store)),
    h("h2", null, "Providers"),
    configs.length ? [table("Configured providers", ["Provider", "State", "Client id", "Issuer"],
      configs.map((config) => [way(config.id, link(config.id, "providers", config.id)),
        config.enabled ? badge("enabled", "good") : badge("disabled", "bad"),
        config.clientId ? h("code", null, config.clientId) : "any app",
        config.issuer || (config.id.startsWith("saml.") ? "SAML" : "fake, of this emulator")])), create]
      : empty("No provider is configured.", create));
  return undefined;
}

function addProvider(place, configs, supported) {
  const taken = new Set(configs.map(({ id }) => id));
  const options = supported.filter(({ idpId }) => !taken.has(idpId))
    .map(({ idpId, description }) => [idpId, `${description} (${idpId})`]);
  const details = h("div", { class: "fields" });
  const families = { oidc: "OpenID Connect", saml: "SAML" };
  const idOf = (kind, id) => (kind in families ? id || `${kind}.` : kind);
  const show = (kind) => {
    const { fields } = providerForm(idOf(kind));
    fill(details, kind in families ? field("id", `Id for ${families[kind]}`, { placeholder: `${kind}.corp` }) : null, fields);
  };
  const first = options[0]?.[0] ?? "oidc";
  show(first);
  return formDialog("Add a provider", [
    choice("kind", "Provider", [...options, ...Object.entries(families)], { value: first, onchange: (event) => show(event.target.value) }),
    details,
  ], "Add", async (data) => {
    const id = idOf(data.get("kind"), data.get("id"));
    await create(place, id, providerForm(id).changed(data));
    await go(address("providers", id));
  });
}
