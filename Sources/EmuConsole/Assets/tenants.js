// The tenants of a project: created and deleted.

import { control, owner, settingsOf } from "./api.js";
import { confirm, formDialog, problemOf } from "./confirm.js";
import { button, h, section } from "./dom.js";
import { field, given } from "./form.js";
import { address } from "./place.js";
import { go } from "./router.js";

function add({ project }) {
  return formDialog("Add a tenant", [
    field("id", "Id", { required: true }), field("displayName", "Name"),
  ], "Add", async (data) => {
    const tenant = given(data);
    const { projects } = await control.get("projects");
    if (projects.some(({ id, tenants }) => id === project && tenants.includes(tenant.id))) throw problemOf("id", "There is a tenant of this id. Choose another.");
    await control.post("seed", { version: 1, projects: { [project]: { tenants: [tenant] } } });
    await go(address("users", undefined, { project, tenant: tenant.id }));
  });
}

async function remove({ project, tenant }) {
  if (await confirm(`Delete the tenant ${tenant}?`,
    "Its users and providers are deleted, unless a snapshot has them.", "Delete the tenant",
    () => owner.remove(settingsOf({ project, tenant })), "The tenant is deleted.")) await go(address("data", undefined, { project, tenant: "" }));
}

/** Returns a section with the actions on tenants. */
export function tenantSection(place) {
  return section("Tenants",
    h("p", null, "Each tenant has separate users, providers and messages. Choose one beside every screen."),
    h("p", { class: "actions" }, button("Add a tenant", () => add(place)),
      place.tenant ? button(`Delete ${place.tenant}`, () => remove(place), { class: "danger" }) : null));
}
