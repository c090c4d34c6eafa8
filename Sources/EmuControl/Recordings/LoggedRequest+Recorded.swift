internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON

// Selects the requests that become steps of a recording.

extension LoggedRequest {
  /// Requests that only display something in a browser, or poll for an event.
  private static let passive = [
    "/emulator/gapi.js", "/emulator/auth/iframe", "/__/auth/iframe", "/emulator/auth/event",
  ]

  /// Control calls that read the emulator, and those of recordings and scenarios.
  private static let ownReads = ["clock", "faults", "export", "issuers"]
  private static let ownCalls = ["recordings", "requests", "health"]

  /// The path after `/emulator/v1/`; nil for another path.
  var controlCall: String? {
    guard request.path.hasPrefix(ControlEntry.root) else { return nil }
    return String(request.path.dropFirst(ControlEntry.root.count))
  }

  /// The document of a control call; null for any other body.
  var controlBody: JSON { LoggedBody.tree(request.body, nil) ?? .null }

  func isPart(ofRecordingOf project: String) -> Bool {
    guard !request.isInner, request.method != .options, request.method != .head,
      !Self.passive.contains(where: request.path.hasPrefix),
      self.project.map({ $0 == project }) ?? true
    else { return false }
    if let call = controlCall { return isPart(call, of: project) }
    return !request.isOfEmulator && !request.path.contains("/.well-known/")
  }

  private func isPart(_ call: String, of project: String) -> Bool {
    let first = String(call.prefix { $0 != "/" && $0 != ":" })
    if Self.ownCalls.contains(first) { return false }
    if request.method == .get, Self.ownReads.contains(first), !call.hasSuffix("/grants") {
      return false
    }
    // A scenario that runs in the project changes it; in another project it has no effect here.
    if first == "scenarios" {
      return request.method == .post && controlBody["project"]?.string == project
    }
    if first == "snapshots" { return isPart(ofSnapshot: call, of: project) }
    switch call {
    case "reset": return resets(project)
    case "seed": return controlBody["projects"]?[project] != nil || controlBody["issuers"] != nil
    default: return true
    }
  }

  /// Returns true if a call concerns a snapshot of the project or of all projects.
  private func isPart(ofSnapshot call: String, of project: String) -> Bool {
    guard request.method != .get, !call.hasSuffix(":import") else { return false }
    guard status == .ok, request.method == .post else { return true }
    return (try? JSON(parsing: answer ?? []))?["project"]?.string.map { $0 == project } ?? true
  }

  /// Returns true for the body of a reset that concerns a project.
  func resets(_ project: String) -> Bool {
    controlBody["projects"]?.array?.contains(.string(project)) ?? true
  }

  /// True if the request has turned the clock back and its step does not: a scenario resets and
  /// restores only its project.
  var turnsClockBack: Bool { status == .ok && controlCall == "reset" || hasRestored }

  /// True if the request has restored a snapshot.
  var hasRestored: Bool {
    status == .ok
      && controlCall.map { $0.hasPrefix("snapshots/") && $0.hasSuffix(":restore") } ?? false
  }

  /// The project of the request; nil if it concerns all or names none, and at an issuer, where the
  /// client of an app may belong to another project.
  private var project: String? {
    guard !request.path.hasPrefix("/issuers/") else { return nil }
    return annotations.project ?? request.query.first("project")
  }
}
