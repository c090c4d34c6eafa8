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
  private static let ownCalls = ["recordings", "scenarios", "snapshots", "requests", "health"]

  func isPart(_ entry: LoggedRequest) -> Bool {
    let request = entry.request
    guard !request.isInner, request.method != .options, request.method != .head,
      request.path != "/", !Self.passive.contains(where: request.path.hasPrefix),
      project(of: entry).map({ $0 == start.project }) ?? true
    else { return false }
    if let call = Self.controlCall(request) { return isPart(call, request) }
    return !request.path.contains("/.well-known/")
  }

  private func isPart(_ call: String, _ request: Request) -> Bool {
    let first = String(call.prefix { $0 != "/" && $0 != ":" })
    if Self.ownCalls.contains(first) { return false }
    if request.method == .get, Self.ownReads.contains(first), !call.hasSuffix("/grants") {
      return false
    }
    let body = (try? JSON(parsing: request.body, options: .relaxed)) ?? .null
    switch call {
    case "reset": return body["projects"]?.array?.contains(.string(start.project)) ?? true
    case "seed": return body["projects"]?[start.project] != nil || body["issuers"] != nil
    default: return true
    }
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
