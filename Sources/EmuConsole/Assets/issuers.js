// The fake providers of the emulator.

import { control } from "./api.js";
import { h } from "./dom.js";
import { drawIssuer } from "./issuer.js";
import { configurations } from "./providers.js";
import { link } from "./router.js";
import { table } from "./table.js";

export const title = "Issuers";

export async function draw(view) {
  if (view.place.item) return drawIssuer(view, view.place.item);
  const [{ issuers }, configs] = await Promise.all([control.get("issuers"), configurations(view.place)]);
  const own = configs.filter(({ id }) => id.startsWith("oidc.")).map(({ id }) => ({ id, issuer: null, keys: null }));
  view.add(
    h("p", { class: "lead" }, "An issuer signs real tokens, publishes its keys, and has people who sign in on its "
      + "pages. Add people, mint what a native sign-in hands an app, or let it fail."),
    table("Issuers", ["Issuer", "Address", "Keys"], [...issuers, ...own].map(({ id, issuer, keys }) => [
      link(id, "issuers", id), issuer ? h("code", null, issuer) : "of this project's configuration",
      keys ? `${keys.length || "made when first used"}` : ""])));
  return undefined;
}
