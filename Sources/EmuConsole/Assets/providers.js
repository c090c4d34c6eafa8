// The sign-in methods of a project or tenant.

import { owner, settingsOf } from "./api.js";
import { formDialog } from "./confirm.js";
import { attempt, badge, button, empty, h } from "./dom.js";
import { check, choice, field } from "./form.js";
import { changes } from "./live.js";
import { address } from "./place.js";
import { collectionOf, drawProvider, issuerOf } from "./provider.js";
import { go, link } from "./router.js";
import { table } from "./table.js";

export const title = "Providers";

export function isChangedBy(request, { project }) {
  return changes(request, `projects/${project}/config`)
    || request.method !== "GET" && request.path.includes(`/projects/${project}/`) && /config|Config/.test(request.path);
}

/** Returns all configurations of a place. */
export async function configurations(place) {
  const parts = await Promise.all(["defaultSupportedIdpConfigs", "oauthIdpConfigs", "inboundSamlConfigs"].map(
    async (name) => {
      const found = [];
      let pageToken;
      do {
        const page = await owner.get(`${settingsOf(place)}/${name}`, { pageSize: 100, pageToken });
        found.push(...page[name] ?? []);
        pageToken = page.nextPageToken;
      } while (pageToken);
      return found;
    }));
  return parts.flat().map((config) => ({ ...config, id: config.name.split("/").at(-1) }));
}

/** Returns the ids of the configured providers, and of those that need no configuration. */
export async function providersOf(place) {
  const [configs, { defaultSupportedIdps }] = await Promise.all([
    configurations(place), owner.get("v2/defaultSupportedIdps")]);
  return [...new Set([...configs.map(({ id }) => id), ...defaultSupportedIdps.map(({ idpId }) => idpId)])];
}

/** The switchable sign-in methods beside providers: label, path in the configuration. */
const PROJECT_WAYS = [
  ["Password and e-mail link", "signIn.email.enabled"], ["Phone number", "signIn.phoneNumber.enabled"],
  ["Anonymous", "signIn.anonymous.enabled"],
  ["Several users with one address", "signIn.allowDuplicateEmails"],
  ["Clients may not sign up", "client.permissions.disabledUserSignup"],
  ["Clients may not delete themselves", "client.permissions.disabledUserDeletion"],
];
const TENANT_WAYS = [
  ["Password", "allowPasswordSignup"], ["E-mail link", "enableEmailLinkSignin"],
  ["Anonymous", "enableAnonymousUser"], ["No sign-in at all", "disableAuth"],
];

function valueAt(document, path) {
  return path.split(".").reduce((value, name) => value?.[name], document);
}

function documentOf(path, value) {
  return path.split(".").reverse().reduce((inner, name) => ({ [name]: inner }), value);
}

export async function draw(view) {
  if (view.place.item) return drawProvider(view, view.place.item);
  const { place } = view;
  const root = settingsOf(place);
  const path = place.tenant ? root : `${root}/config`;
  const [configs, settings, { defaultSupportedIdps }] = await Promise.all([
    configurations(place), owner.get(path), owner.get("v2/defaultSupportedIdps")]);
  const set = (name) => async (event) => {
    const isOn = event.target.checked;
    const isStored = await attempt(
      () => owner.patch(`${path}?updateMask=${encodeURIComponent(name)}`, documentOf(name, isOn)), "Stored.");
    if (!isStored) event.target.checked = !isOn;
  };
  view.add(
    h("p", { class: "lead" }, "In the profile compatible, a provider that is not configured works too. The switch ",
      link("requireConfiguredProviders", "switches", null, { part: "requireConfiguredProviders" }),
      " rejects it, as production does."),
    h("h2", null, "Without a provider"),
    h("div", { class: "boxes" }, (place.tenant ? TENANT_WAYS : PROJECT_WAYS).map(([label, name]) =>
      check(name, label, valueAt(settings, name), { onchange: set(name) }))),
    h("h2", null, "Providers"),
    configs.length ? table("Configured providers", ["Provider", "State", "Client id", "Issuer"],
      configs.map((config) => [link(config.id, "providers", config.id),
        config.enabled ? badge("enabled", "good") : badge("disabled", "bad"),
        config.clientId ? h("code", null, config.clientId) : "any app",
        config.issuer || (config.id.startsWith("saml.") ? "SAML" : "fake, of this emulator")]))
      : empty("No provider is configured."),
    button("Add a provider", () => add(place, configs, defaultSupportedIdps), { class: "main" }));
  return undefined;
}

function add(place, configs, supported) {
  const taken = new Set(configs.map(({ id }) => id));
  const options = supported.filter(({ idpId }) => !taken.has(idpId))
    .map(({ idpId, description }) => [idpId, `${description} (${idpId})`]);
  return formDialog("Add a provider", [
    choice("kind", "Provider", [...options, ["oidc", "OpenID Connect"]]),
    field("id", "Id for OpenID Connect", { placeholder: "oidc.corp" }),
    field("clientId", "Client id", { hint: "required for OpenID Connect" }),
    field("issuer", "Issuer", { hint: "of another server; the emulator's own if empty" }),
  ], "Add", async (data) => {
    const isOIDC = data.get("kind") === "oidc";
    const id = isOIDC ? data.get("id") : data.get("kind");
    const config = { enabled: true };
    if (data.get("clientId")) config.clientId = data.get("clientId");
    if (isOIDC) config.issuer = data.get("issuer") || issuerOf(id);
    const name = isOIDC ? "oauthIdpConfigId" : "idpId";
    await owner.post(`${settingsOf(place)}/${collectionOf(id)}?${name}=${encodeURIComponent(id)}`, config);
    await go(address("providers", id));
  });
}

