internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON

/// Selects the requests that become steps of a recording.
struct RecordedFilter {
  let start: Recording.Start

  /// Requests that only display something in a browser, or poll for an event.
  private static let passive = [
    "/emulator/gapi.js", "/emulator/auth/iframe", "/__/auth/iframe", "/emulator/auth/event",
  ]

  /// Control calls that read the emulator, and those of recordings and scenarios.
  private static let ownReads = ["clock", "faults", "export", "issuers"]
  private static let ownCalls = ["recordings", "requests", "health"]

  func isPart(_ entry: LoggedRequest) -> Bool {
    let request = entry.request
    guard !request.isInner, request.method != .options, request.method != .head,
      !Self.passive.contains(where: request.path.hasPrefix),
      project(of: entry).map({ $0 == start.project }) ?? true
    else { return false }
    if let call = Self.controlCall(request) { return isPart(call, entry) }
    return !request.isOfEmulator && !request.path.contains("/.well-known/")
  }

  private func isPart(_ call: String, _ entry: LoggedRequest) -> Bool {
    let request = entry.request
    let first = String(call.prefix { $0 != "/" && $0 != ":" })
    if Self.ownCalls.contains(first) { return false }
    if request.method == .get, Self.ownReads.contains(first), !call.hasSuffix("/grants") {
      return false
    }
    let body = Self.body(of: entry)
    // A scenario that runs in the project changes it; in another project it has no effect here.
    if first == "scenarios" {
      return request.method == .post && body["project"]?.string == start.project
    }
    if first == "snapshots" { return isPart(ofSnapshot: entry, call) }
    switch call {
    case "reset": return body["projects"]?.array?.contains(.string(start.project)) ?? true
    case "seed": return body["projects"]?[start.project] != nil || body["issuers"] != nil
    default: return true
    }
  }

  /// Returns true if a call concerns a snapshot of the project or of all projects.
  private func isPart(ofSnapshot entry: LoggedRequest, _ call: String) -> Bool {
    guard entry.request.method != .get, !call.hasSuffix(":import") else { return false }
    guard entry.status == .ok, entry.request.method == .post else { return true }
    let project = (try? JSON(parsing: entry.answer ?? []))?["project"]
    return project?.string.map { $0 == start.project } ?? true
  }

  /// Returns true if a request has turned the clock back and its step does not: a scenario resets
  /// and restores only its project.
  static func turnsClockBack(_ entry: LoggedRequest) -> Bool {
    guard let call = controlCall(entry.request), entry.status == .ok else { return false }
    return call == "reset" || call.hasPrefix("snapshots/") && call.hasSuffix(":restore")
  }

  /// Returns true if a request has restored a snapshot of the project or of all projects.
  func isRestore(_ entry: LoggedRequest) -> Bool {
    guard let call = Self.controlCall(entry.request), call.hasPrefix("snapshots/"),
      call.hasSuffix(":restore"), entry.status == .ok
    else { return false }
    return isPart(entry)
  }

  /// Returns the path after `/emulator/v1/`; nil for another path.
  static func controlCall(_ request: Request) -> String? {
    guard request.path.hasPrefix(ControlEntry.root) else { return nil }
    return String(request.path.dropFirst(ControlEntry.root.count))
  }

  /// Returns the document of a control call; null for any other body.
  static func body(of entry: LoggedRequest) -> JSON {
    LoggedBody.tree(entry.request.body, nil) ?? .null
  }

  /// Returns the project of a request; nil if it concerns all or names none, and at an issuer, where
  /// the client of an app may belong to another project.
  private func project(of entry: LoggedRequest) -> String? {
    guard !entry.request.path.hasPrefix("/issuers/") else { return nil }
    return entry.annotations.project ?? entry.request.query.first("project")
  }
}
