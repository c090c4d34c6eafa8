// One provider of a project: its configuration.

import { owner, settingsOf } from "./api.js";
import { confirm, formDialog } from "./confirm.js";
import { attempt, badge, button, code, empty, facts, h } from "./dom.js";
import { area, check, field, json } from "./form.js";
import { address } from "./place.js";
import { go, link, redraw } from "./router.js";

/** Returns the collection of a provider's configuration. */
export function collectionOf(id) {
  if (id.startsWith("oidc.")) return "oauthIdpConfigs";
  return id.startsWith("saml.") ? "inboundSamlConfigs" : "defaultSupportedIdpConfigs";
}

/** Returns the address of the emulator's issuer for an OpenID Connect provider. */
export function issuerOf(id) {
  return `${location.origin}/issuers/${id}`;
}

/** Changes the fields of a body, or those named. Without a mask production changes none. */
const patch = (path, body, names = Object.keys(body)) => owner.patch(`${path}?updateMask=${names}`, body);

export async function drawProvider(view, id) {
  view.name(id);
  const { place } = view;
  const collection = `${settingsOf(place)}/${collectionOf(id)}`;
  const path = `${collection}/${encodeURIComponent(id)}`;
  let config;
  try {
    config = await owner.get(path);
  } catch (error) {
    view.add(empty(error.status === 404 ? `${id} is not configured in ${place.tenant || place.project}.`
      : `${id} cannot be read: ${error.message}`,
      button("Configure it", () => setUp(place, collection, id), { class: "main" }), " ",
      link("All providers", "providers")));
    return;
  }
  const change = (body, done) => attempt(() => patch(path, body), done).then(redraw);
  view.add(
    h("p", { class: "actions" },
      button("Edit", () => edit(path, id, config), { class: "main" }),
      button(config.enabled ? "Disable" : "Enable", () =>
        change({ enabled: !config.enabled }, config.enabled ? "Disabled." : "Enabled.")),
      button("Remove", () => remove(path, id), { class: "danger" }),
      link("People at the issuer", "issuers", id)),
    facts(["state", config.enabled ? badge("enabled", "good") : badge("disabled", "bad")],
      ["name", config.displayName], ["client id", config.clientId || "any app"],
      ["issuer", config.issuer || "the fake one of this emulator"]),
    h("h2", null, "Configuration"), code(config),
    button("Edit as JSON", () => editJSON(path, config)));
}

async function setUp(place, collection, id) {
  const name = { oauthIdpConfigs: "oauthIdpConfigId", inboundSamlConfigs: "inboundSamlConfigId" }[
    collectionOf(id)] ?? "idpId";
  const body = id.startsWith("oidc.")
    ? { enabled: true, clientId: `client-of-${place.project}`, issuer: issuerOf(id) } : { enabled: true };
  await attempt(() => owner.post(`${collection}?${name}=${encodeURIComponent(id)}`, body),
    `${id} is configured.`);
  redraw();
}

function edit(path, id, config) {
  const isOIDC = id.startsWith("oidc.");
  return formDialog(`Edit ${id}`, [
    check("enabled", "Enabled", config.enabled),
    isOIDC ? field("displayName", "Name", { value: config.displayName }) : null,
    field("clientId", "Client id", { value: config.clientId, hint: isOIDC ? null : "if empty, tokens for any app are accepted" }),
    field("clientSecret", "Client secret", { value: config.clientSecret }),
    isOIDC ? field("issuer", "Issuer", { value: config.issuer, hint: "the emulator's own if empty" }) : null,
  ], "Save", async (data) => {
    const body = { enabled: data.has("enabled") };
    for (const name of ["displayName", "clientId", "clientSecret", "issuer"]) {
      if (data.has(name) && data.get(name) !== (config[name] ?? "")) body[name] = data.get(name);
    }
    await patch(path, body);
    redraw();
  });
}

function editJSON(path, config) {
  const { name, ...body } = config;
  return formDialog(`Edit ${name.split("/").at(-1)}`, [
    area("document", "Configuration as JSON", { value: JSON.stringify(body, null, 2), rows: 16 }),
  ], "Save", async (data) => {
    const changed = json(data.get("document"), "The text");
    if (typeof changed !== "object" || !changed) throw new Error("The text is not a JSON object.");
    // A field that was removed is in the mask, so that it is cleared.
    await patch(path, changed, Object.keys({ ...body, ...changed }));
    redraw();
  });
}

async function remove(path, id) {
  const goes = await confirm(`Remove ${id}?`, "Its configuration is deleted; users stay linked to it.", "Remove");
  if (!goes) return;
  if (await attempt(() => owner.remove(path), "Removed.")) await go(address("providers"));
}
