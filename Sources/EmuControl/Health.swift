internal import EmuControlCalls
package import EmuModel

package struct HealthReport: Codable, Sendable {
  var status = "ready"
  var version: String
  /// The random name of this process, different after each start.
  var instance: String
  /// The absolute path of the working directory at the start.
  var folder: String
  /// By the machine's monotonic clock.
  package var uptimeSeconds: Int64 = 0
  /// The default project.
  var project: String
  /// Absent for an ephemeral store.
  var dataFile: String?
  /// The profile of projects without stored switches.
  var profile: String
  /// Absent without TLS, and before the emulator listens.
  package var tlsUrl: String?
  /// The certificate of the local CA, which clients must trust; absent for a user's certificate.
  package var caFile: String?

  package init(
    version: String, instance: String, folder: String, project: String, dataFile: String?,
    profile: Profile
  ) {
    (self.version, self.instance, self.folder) = (version, instance, folder)
    (self.project, self.dataFile, self.profile) = (project, dataFile, profile.rawValue)
  }
}

extension Control {
  func health(_ call: ControlCall) throws -> ControlAnswer<HealthReport> {
    var report = services.facts
    services.addVariableFacts(&report)
    return try ControlAnswer(report)
  }
}
