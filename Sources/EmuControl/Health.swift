internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// The response of `health`.
struct HealthReport: Decodable {
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
  /// `GET health`.
  func health(_ call: ControlCall) throws -> Answer {
    let facts = services.facts
    var body: JSONObject = [
      "status": "ready", "version": .string(facts.version),
      "instance": .string(facts.instance), "folder": .string(facts.folder),
      "uptimeSeconds": .int(facts.uptime().wholeMilliseconds / 1000),
      "project": .string(facts.defaultProject),
    ]
    body["dataFile"] = facts.dataFile.map(JSON.string)
    body["profile"] = .string(facts.profile.rawValue)
    if let tls = facts.tls() {
      body["tlsUrl"] = .string(tls.url)
      body["caFile"] = tls.caFile.map(JSON.string)
    }
    return answer(.object(body))
  }
}
