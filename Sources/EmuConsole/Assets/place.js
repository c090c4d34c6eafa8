// The place of the console: the screen, its item, the project, the tenant and the filters, all in the address,
// so that an address can be sent to a colleague.

/** The address of the emulator, which a proxy may serve below a path. */
export const EMULATOR = new URL("../../../..", import.meta.url).href.slice(0, -1);
/** The path of the console. */
export const ROOT = new URL("../..", import.meta.url).pathname.slice(0, -1);
let defaultProject = "";

export function setDefaultProject(project) {
  defaultProject = project;
}

/** The place of an address; filters are the values of the query that only a screen knows. */
function placeOf(url) {
  const parts = url.pathname.slice(ROOT.length).split("/").filter(Boolean).map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  const { project, tenant, q, item, ...filters } = Object.fromEntries(url.searchParams);
  return {
    screen: parts[0] ?? "home",
    item: parts[1] ?? item,
    project: project || defaultProject,
    tenant: tenant || "",
    search: q ?? "",
    filters,
    part: url.hash.slice(1),
  };
}

/** The present place. */
export function here() {
  return placeOf(new URL(location.href));
}

/** The address of a screen in the present project and tenant, or in others; other options are filters. */
export function address(screen, item, { project, tenant, part, class: _, ...filters } = {}) {
  const now = here();
  // A browser removes a piece of a path that is a dot or two.
  const isDots = /^\.\.?$/.test(item);
  const path = [ROOT, screen === "home" ? "" : screen, isDots ? "" : item ?? ""].filter(Boolean)
    .map((piece, index) => (index ? encodeURIComponent(piece) : piece)).join("/");
  const values = new URLSearchParams(isDots ? { item } : {});
  const shownProject = project ?? now.project;
  if (shownProject !== defaultProject) values.set("project", shownProject);
  const shownTenant = tenant ?? (project === undefined ? now.tenant : "");
  if (shownTenant) values.set("tenant", shownTenant);
  for (const [name, value] of Object.entries(filters)) if (value) values.set(name, value);
  const tail = values.size ? `?${values}` : "";
  return path + tail + (part ? `#${part}` : "");
}

/** Writes filters into the address of the present screen, without a new entry of the history. */
export function keep(filters) {
  const now = here();
  const next = address(now.screen, now.item, { ...filters, part: now.part });
  if (next !== location.pathname + location.search + location.hash) history.replaceState(null, "", next);
}

/** The address with its project in any case: for a bug report. */
export function permanentAddress() {
  const url = new URL(location.href);
  if (!url.searchParams.has("project")) url.searchParams.set("project", here().project);
  return url.href;
}
