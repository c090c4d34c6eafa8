// The state of the console: the screen, its item, the project and the tenant, all in the address,
// so that an address can be sent to a colleague.

const ROOT = "/emulator/ui";
let defaultProject = "";

export function setDefaultProject(project) {
  defaultProject = project;
}

/** Returns the place of an address. */
function placeOf(url) {
  const parts = url.pathname.slice(ROOT.length).split("/").filter(Boolean).map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return {
    screen: parts[0] ?? "home",
    item: parts[1],
    project: url.searchParams.get("project") || defaultProject,
    tenant: url.searchParams.get("tenant") || "",
    search: url.searchParams.get("q") ?? "",
    part: url.hash.slice(1),
  };
}

/** Returns the current place. */
export function here() {
  return placeOf(new URL(location.href));
}

/** Returns the address of a screen in the current project and tenant, or in others. */
export function address(screen, item, { project, tenant, q, part } = {}) {
  const now = here();
  const path = [ROOT, screen === "home" ? "" : screen, item ?? ""].filter(Boolean)
    .map((piece, index) => (index ? encodeURIComponent(piece) : piece)).join("/");
  const values = new URLSearchParams();
  const shownProject = project ?? now.project;
  if (shownProject !== defaultProject) values.set("project", shownProject);
  const shownTenant = tenant ?? (project === undefined ? now.tenant : "");
  if (shownTenant) values.set("tenant", shownTenant);
  if (q) values.set("q", q);
  const tail = values.size ? `?${values}` : "";
  return path + tail + (part ? `#${part}` : "");
}

/** Returns the address with its project, for a bug report. */
export function permanentAddress() {
  const url = new URL(location.href);
  if (!url.searchParams.has("project")) url.searchParams.set("project", here().project);
  return url.href;
}
