internal import EmuHTTP
internal import EmuJSON

/// Which requests are steps of a recording.
struct RecordedFilter {
  private let start: Recording.Start

  init(_ start: Recording.Start) { self.start = start }

  /// What only shows something to a browser, or lets its frame ask for an event again and again.
  private static let passive = [
    "/emulator/ui", "/emulator/gapi.js", "/emulator/auth/iframe", "/__/auth/iframe",
    "/emulator/auth/event", "/emulator/openapi.json", "/favicon.ico",
  ]

  /// Control calls that read the emulator, and those that are about recordings and scenarios.
  private static let ownReads = ["clock", "faults", "export", "issuers"]
  private static let ownCalls = ["recordings", "requests", "health"]

  func isPart(_ entry: LoggedRequest) -> Bool {
    let request = entry.request
    guard !request.isInner, request.method != .options, request.method != .head,
      request.path != "/", !Self.passive.contains(where: request.path.hasPrefix),
      project(of: entry).map({ $0 == start.project }) ?? true
    else { return false }
    if let call = Self.controlCall(request) { return isPart(call, entry) }
    return !request.path.contains("/.well-known/")
  }

  private func isPart(_ call: String, _ entry: LoggedRequest) -> Bool {
    let request = entry.request
    let first = String(call.prefix { $0 != "/" && $0 != ":" })
    if Self.ownCalls.contains(first) { return false }
    if request.method == .get, Self.ownReads.contains(first), !call.hasSuffix("/grants") {
      return false
    }
    let body = (try? JSON(parsing: request.body, options: .relaxed)) ?? .null
    // A scenario that runs in the project changes it; in another it changes nothing here.
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

  /// Whether a call concerns a snapshot of the project or of everything.
  private func isPart(ofSnapshot entry: LoggedRequest, _ call: String) -> Bool {
    guard entry.request.method != .get, !call.hasSuffix(":import") else { return false }
    guard entry.status == .ok, entry.request.method == .post else { return true }
    let project = (try? JSON(parsing: entry.answer ?? []))?["project"]
    return project?.string.map { $0 == start.project } ?? true
  }

  /// Whether a request has turned the clock back where its step does not: a scenario resets and restores
  /// its own project alone.
  static func turnsClockBack(_ entry: LoggedRequest) -> Bool {
    guard let call = controlCall(entry.request), entry.status == .ok else { return false }
    return call == "reset" || call.hasPrefix("snapshots/") && call.hasSuffix(":restore")
  }

  /// Whether a request has restored a snapshot of the project or of everything.
  func isRestore(_ entry: LoggedRequest) -> Bool {
    guard let call = Self.controlCall(entry.request), call.hasPrefix("snapshots/"),
      call.hasSuffix(":restore"), entry.status == .ok
    else { return false }
    return isPart(entry)
  }

  /// What follows `/emulator/v1/`; nil for another path.
  static func controlCall(_ request: Request) -> String? {
    let root = "/emulator/v1/"
    guard request.path.hasPrefix(root) else { return nil }
    return String(request.path.dropFirst(root.count))
  }

  /// The project that a request is about; nil where it concerns all or does not say.
  private func project(of entry: LoggedRequest) -> String? {
    if let project = entry.annotations.project { return project }
    if let project = entry.request.query.first("project") { return project }
    let isIssuers = Self.controlCall(entry.request)?.hasPrefix("issuers/") ?? false
    return isIssuers ? start.defaultProject : nil
  }
}
