internal import EmuControlCalls
internal import EmuModel

struct HealthReport: Codable {
  var status: String
  var version: String
  /// The random name of this process, different after each start.
  var instance: String
  /// The absolute path of the working directory at the start.
  var folder: String
  var uptimeSeconds: Int64
  /// The default project.
  var project: String
  /// Absent for an ephemeral store.
  var dataFile: String?
  var profile: String
  var tlsUrl: String?
  var caFile: String?
}

extension Control {
  func health(_ call: ControlCall) throws -> ControlAnswer<HealthReport> {
    let facts = services.facts
    let tls = facts.tls()
    return try ControlAnswer(
      HealthReport(
        status: "ready", version: facts.version, instance: facts.instance, folder: facts.folder,
        uptimeSeconds: facts.uptime().wholeMilliseconds / 1000, project: facts.defaultProject,
        dataFile: facts.dataFile, profile: facts.profile.rawValue, tlsUrl: tls?.url,
        caFile: tls?.caFile))
  }
}
