import EmuJSON
import EmuModel
import EmuServer

/// What is told once the emulator answers.
package struct ReadyState: Sendable {
  package var url: String
  /// Every address it listens on, as URLs.
  package var addresses: [String]
  package var project: String
  /// nil when nothing is kept.
  package var dataFile: String?
  package var profile: String
  package var clockOffset: Duration

  package init(
    url: String, addresses: [String], project: String, dataFile: String?, profile: String,
    clockOffset: Duration
  ) {
    self.url = url
    self.addresses = addresses
    self.project = project
    self.dataFile = dataFile
    self.profile = profile
    self.clockOffset = clockOffset
  }

  init(_ emulator: Emulator, _ running: Emulator.Running) {
    let configuration = emulator.configuration
    self.init(
      url: configuration.publicURL ?? running.url, addresses: running.addresses,
      project: configuration.project, dataFile: configuration.dataFile,
      profile: configuration.profile.rawValue,
      clockOffset: .milliseconds(emulator.clock.offsetMilliseconds))
  }

  /// `{"event":"ready","url":…,"project":…,"dataFile":…,"pid":…}` and a line's end.
  package func line(pid: Int32) -> String {
    var writer = JSONTextWriter()
    writer.beginObject()
    writer.member("event", "ready")
    writer.member("url", url)
    writer.member("project", project)
    writer.key("dataFile")
    if let dataFile { writer.string(dataFile) } else { writer.null() }
    writer.member("pid", pid)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}

extension Configuration {
  fileprivate var dataFile: String? {
    switch location {
    case .file(let path): path
    case .ephemeral: nil
    }
  }
}
