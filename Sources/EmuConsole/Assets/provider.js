// One provider of a project: its configuration.

import { at, control, owner, page, query, settingsOf } from "./api.js";
import { confirm, formDialog } from "./confirm.js";
import { attempt, badge, button, code, empty, facts, folded, h } from "./dom.js";
import { area, check, choice, documentDialog, field, listOf } from "./form.js";
import { EMULATOR, address } from "./place.js";
import { go, link, redraw } from "./router.js";

/** Returns the collection of a provider's configuration. */
function collectionOf(id) {
  if (id.startsWith("oidc.")) return "oauthIdpConfigs";
  return id.startsWith("saml.") ? "inboundSamlConfigs" : "defaultSupportedIdpConfigs";
}

/** Changes the fields of a body, or those named. Without a mask production changes none. */
const patch = (path, body, names = Object.keys(body)) => owner.patch(`${path}?updateMask=${names}`, body);

export async function drawProvider(view, id) {
  view.name(id);
  const { place } = view;
  const path = `${settingsOf(place)}/${collectionOf(id)}/${encodeURIComponent(id)}`;
  let config;
  try {
    config = await owner.get(path);
  } catch (error) {
    view.add(empty(error.status === 404 ? `${id} is not configured in ${place.tenant || place.project}.`
      : `${id} cannot be read: ${error.message}`,
      button("Configure it", async () => {
        await attempt(() => create(place, id), `${id} is configured.`);
        redraw();
      }, { class: "main" }), " ",
      link("All providers", "providers")));
    return;
  }
  view.add(
    h("p", { class: "actions" },
      button("Edit", () => edit(place, path, id, config), { class: "main" }),
      button(config.enabled ? "Disable" : "Enable", () =>
        attempt(() => patch(path, { enabled: !config.enabled }), config.enabled ? "Disabled." : "Enabled.").then(redraw)),
      button("Remove", () => remove(path, id), { class: "danger" }),
      link("People at the issuer", "issuers", id)),
    facts(["state", config.enabled ? badge("enabled", "good") : badge("disabled", "bad")],
      ["issuer", config.issuer || "the fake one of this emulator"],
      ...settingsFor(id).map(([name, label]) => [label.toLowerCase(), label.endsWith("ecret") || label.endsWith("key")
        ? valueAt(config, name) && "set" : [valueAt(config, name) ?? ""].flat().join(", ")])),
    folded("As the Admin API shows it", code(config)),
    h("p", null, button("Edit as JSON", () => editJSON(path, config))));
}

/** Returns the configuration with which a provider works with the emulator's issuer. */
async function defaultsOf(id, { project }) {
  const client = { clientId: `client-of-${project}` };
  if (id.startsWith("oidc.")) return { ...client, issuer: (await control.get(at`issuers/${id}`)).issuer };
  if (!id.startsWith("saml.")) return id === "apple.com" ? {} : client;
  const [{ issuer, ssoUrl }, metadata] = await Promise.all([control.get(at`issuers/${id}`), page.get(at`issuers/${id}/metadata`)]);
  const x509Certificate = /X509Certificate>([^<]+)</.exec(metadata)[1];
  return { idpConfig: { idpEntityId: issuer, ssoUrl, idpCertificates: [{ x509Certificate }] },
    spConfig: { spEntityId: project, callbackUri: `${EMULATOR}/emulator/auth/handler` } };
}

/** Creates the configuration of a provider: what is given, and otherwise the usual. */
export async function create(place, id, given = {}) {
  const usual = await defaultsOf(id, place);
  const nested = Object.entries(usual).filter(([, value]) => typeof value === "object")
    .map(([name, value]) => [name, { ...value, ...given[name] }]);
  const collection = collectionOf(id);
  const name = { oauthIdpConfigs: "oauthIdpConfigId", inboundSamlConfigs: "inboundSamlConfigId" }[collection] ?? "idpId";
  await owner.post(`${settingsOf(place)}/${collection}${query({ [name]: id })}`, {
    enabled: true, ...usual, ...given, ...Object.fromEntries(nested) });
}

/** The flows of OpenID Connect, with the members of the configuration. */
const FLOWS = { code: { code: true }, idToken: { idToken: true } };
const APPLE = "appleSignInConfig";

/** The fields of a provider's form: path in the configuration, label, and attributes. */
function settingsFor(id) {
  const clientID = ["clientId", "Client id", { hint: "the audience of its tokens; the emulator's own if empty" }];
  if (id === "apple.com") {
    return [["clientId", "Services ID", { hint: "the client id of the web; any app if empty" }],
      [`${APPLE}.bundleIds`, "Bundle ids", { isList: true, placeholder: "com.example.app", hint: "with commas between them" }],
      [`${APPLE}.codeFlowConfig.teamId`, "Team ID"], [`${APPLE}.codeFlowConfig.keyId`, "Key ID"],
      [`${APPLE}.codeFlowConfig.privateKey`, "Private key", { make: area, rows: 4, placeholder: "-----BEGIN PRIVATE KEY-----",
        hint: "in PEM; with team and key it makes the client secret, as revocation needs it" }]];
  }
  if (id.startsWith("oidc.")) {
    return [["displayName", "Name"], clientID, ["clientSecret", "Client secret", { hint: "for the code flow" }],
      ["issuer", "Issuer", { hint: "the emulator's own if empty" }]];
  }
  if (id.startsWith("saml.")) {
    return [["displayName", "Name"], ["idpConfig.idpEntityId", "Entity id of the identity provider"], ["idpConfig.ssoUrl", "Sign-on URL"],
      ["spConfig.spEntityId", "Entity id of the app"], ["spConfig.callbackUri", "Callback URL"]];
  }
  return [clientID, ["clientSecret", "Client secret"]];
}

/** Returns the member of a document at a path. */
export function valueAt(document, path) {
  return path.split(".").reduce((value, name) => value?.[name], document);
}

/** Sets a member of a document at a path, or removes it for an empty value; returns the document. */
export function setAt(document, path, value) {
  const names = path.split(".");
  const last = names.pop();
  let inner = document;
  for (const name of names) inner = inner[name] ??= {};
  if (value === "" || value?.length === 0) delete inner[last];
  else inner[last] = value;
  return document;
}

/** Returns the fields of a provider's form, and a function that returns what was changed in them. */
export function providerForm(id, config = {}) {
  const settings = settingsFor(id);
  const shown = (path) => [valueAt(config, path) ?? ""].flat().join(", ");
  const flow = Object.keys(FLOWS).find((name) => ["code", "idToken"].every((one) =>
    Boolean(config.responseType?.[one]) === Boolean(FLOWS[name][one]))) ?? "idToken";
  const fields = settings.map(([path, label, { make = field, isList, ...attributes } = {}]) =>
    make(path, label, { value: shown(path), ...attributes }));
  if (id.startsWith("oidc.")) {
    fields.push(choice("flow", "Flow", [["code", "code"], ["idToken", "ID token"]], { value: flow }));
  }
  return { fields, changed(data, now = config) {
    const next = structuredClone(now);
    for (const [path, , { isList } = {}] of settings) {
      const text = data.get(path);
      if (text !== shown(path)) setAt(next, path, isList ? listOf(text) : text);
    }
    if (data.has("flow") && (data.get("flow") !== flow || !config.name)) next.responseType = FLOWS[data.get("flow")];
    return Object.fromEntries([...new Set([...settings.map(([path]) => path.split(".")[0]), "responseType"])]
      .filter((name) => JSON.stringify(next[name]) !== JSON.stringify(now[name])).map((name) => [name, next[name] ?? ""]));
  } };
}

/** Returns functions that read and store a provider of a project as a seed has it: with what the Admin API lacks. */
function seeded({ project }, id) {
  return {
    read: async () => (await control.get("export", { project, format: "supplement" })).projects?.[project]?.providers?.[id] ?? {},
    store: (config) => control.post("seed", { version: 1, projects: { [project]: { providers: { [id]: config } } } }),
  };
}

/** Returns the tenant of an app at Microsoft, which the Admin API does not have, and a function that stores it. */
async function registration(place, id) {
  if (id !== "microsoft.com" || place.tenant) return null;
  const { read, store } = seeded(place, id);
  return { tenant: (await read()).registration?.tenantId ?? "", async store(tenantId) {
    const config = await read();
    const { tenantId: _, ...rest } = config.registration ?? {};
    await store({ ...config, registration: tenantId ? { ...rest, tenantId } : rest });
  } };
}

async function edit(place, path, id, config) {
  const form = providerForm(id, config);
  const app = await registration(place, id);
  return formDialog(`Edit ${id}`, [
    check("enabled", "Enabled", config.enabled), form.fields,
    app && field("tenant", "Tenant", { value: app.tenant, placeholder: "a GUID or a domain", hint: "of the app; any account if empty" }),
  ], "Save", async (data) => {
    // First what may be rejected alone, so that nothing is stored by halves.
    if (app && data.get("tenant") !== app.tenant) await app.store(data.get("tenant"));
    // Only what was changed here: another client may have changed the rest meanwhile.
    const body = form.changed(data, await owner.get(path));
    if (data.has("enabled") !== Boolean(config.enabled)) body.enabled = data.has("enabled");
    if (Object.keys(body).length) await patch(path, body);
    redraw();
  });
}

/** Returns a configuration without its name, as the form shows it. */
function textOf({ name: _, ...body }) {
  return JSON.stringify(body, null, 2);
}

function editJSON(path, config) {
  const { name, ...body } = config;
  return documentDialog(`Edit ${name.split("/").at(-1)}`, "Configuration as JSON", { rows: 16, shown: textOf(config),
    read: async () => textOf(await owner.get(path)) },
  (changed) => {
    if (typeof changed !== "object" || !changed) throw new Error("The text is not a JSON object.");
    // A field that was removed is in the mask, so that it is cleared.
    return patch(path, changed, Object.keys({ ...body, ...changed }));
  });
}

async function remove(path, id) {
  if (await confirm(`Remove ${id}?`, "Its configuration is deleted; users stay linked to it.", "Remove",
    () => owner.remove(path), "Removed.")) await go(address("providers"));
}
