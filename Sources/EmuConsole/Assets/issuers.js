// The fake providers of the emulator.

import { control } from "./api.js";
import { fill, h, lead, quiet } from "./dom.js";
import { area } from "./form.js";
import { changes } from "./live.js";
import { drawIssuer } from "./issuer.js";
import { configurations } from "./providers.js";
import { link } from "./router.js";
import { table } from "./table.js";
import { decoded, tokenView } from "./token.js";

export const title = "Issuers";

export function isChangedBy(request) {
  return changes(request, "issuers") || request.method !== "GET" && request.path.startsWith("/issuers/");
}

function tokenOf(text) {
  return decoded(text) ? tokenView("The token", text)
    : quiet("This is not a JSON Web Token, which has three parts separated by dots.");
}

export async function draw(view) {
  if (view.place.item) return drawIssuer(view, view.place.item);
  const [{ issuers }, configs] = await Promise.all([control.get("issuers"), configurations(view.place)]);
  const own = configs.filter(({ id }) => /^(?:oidc|saml)\./.test(id) && !issuers.some((one) => one.id === id)).map(({ id }) => ({ id }));
  const read = h("div", { "aria-live": "polite", "data-kept": "" });
  view.add(
    lead("An issuer signs real tokens, publishes its keys, and has people who sign in on its "
      + "pages. Add people, mint the tokens of a native sign-in, or let it fail."),
    table("Issuers", ["Issuer", "Address", "Keys"], [...issuers, ...own].map(({ id, issuer, keys, jwksUri }) => [
      link(id, "issuers", id), issuer ? h("code", null, issuer) : "of this project's configuration",
      keys?.length || (jwksUri ? "generated at first use" : "")])),
    h("h2", null, "Decode a token"), area("token", "A token of any issuer, or of the backend", {
      rows: 3, oninput: (event) => fill(read, event.target.value ? tokenOf(event.target.value.trim()) : null) }),
    read);
  return undefined;
}
