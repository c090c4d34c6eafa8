import EmuHTTPServer
import EmuJSON
import EmuModel
import EmuServer

/// What is printed once the emulator answers.
package struct ReadyState: Sendable {
  package var url: String
  /// Every address it listens on, as URLs.
  package var addresses: [String]
  package var project: String
  /// nil when nothing is kept.
  package var dataFile: String?
  package var profile: String
  package var clockOffset: Duration
  /// Where other devices of the network reach it, as a URL; nil when it listens to this machine
  /// alone, or to an address that it was given.
  package var networkURL: String?
  /// nil without TLS.
  package var tlsURL: String?
  /// The certificate that clients have to trust; nil without a local CA.
  package var caFile: String?
  /// The random name of the emulator, as `health` returns it; nil for a banner alone.
  var instance: String?
  /// Which values came from the project's files.
  var origins: String?

  package init(
    url: String, addresses: [String], project: String, dataFile: String?, profile: String,
    clockOffset: Duration, networkURL: String? = nil, tlsURL: String? = nil,
    caFile: String? = nil
  ) {
    self.url = url
    self.addresses = addresses
    self.project = project
    self.dataFile = dataFile
    self.profile = profile
    self.clockOffset = clockOffset
    self.networkURL = networkURL
    self.tlsURL = tlsURL
    self.caFile = caFile
  }

  init(_ emulator: Emulator, _ running: Emulator.Running) {
    let configuration = emulator.configuration
    self.init(
      url: configuration.publicURL ?? running.url, addresses: running.addresses,
      project: configuration.project, dataFile: configuration.location.path,
      profile: configuration.profile.rawValue,
      clockOffset: .milliseconds(emulator.clock.offsetMilliseconds),
      tlsURL: running.tlsURL, caFile: running.caFile)
    instance = emulator.instance
    if configuration.publicURL == nil {
      replaceEveryAddress(network: LocalNetwork.address)
    }
  }

  /// Puts addresses that can be called in place of `0.0.0.0` and `::`, which only say that every
  /// address of the machine is listened to.
  package mutating func replaceEveryAddress(network: () -> String?) {
    guard let parts = URLParts(url), ["0.0.0.0", "::"].contains(parts.host) else { return }
    let port = parts.effectivePort
    addresses.removeAll { $0 == url }
    url = "http://127.0.0.1:\(port)"
    networkURL = network().map { "http://\($0):\(port)" }
  }

  /// Where people see and change what the emulator does.
  package var consoleURL: String { url + Emulator.consolePath }

  /// `{"event":"ready","url":…,"consoleUrl":…,"project":…,"dataFile":…,"pid":…,"instance":…}` and a line's end; with
  /// TLS also `tlsUrl`, and `caFile` if there is a local CA.
  package func line(pid: Int32) -> String {
    var writer = JSONTextWriter()
    writer.beginObject()
    writer.member("event", "ready")
    writer.member("url", url)
    writer.member("consoleUrl", consoleURL)
    writer.member("project", project)
    writer.key("dataFile")
    if let dataFile { writer.string(dataFile) } else { writer.null() }
    writer.member("pid", Int(pid))
    if let instance { writer.member("instance", instance) }
    if let tlsURL { writer.member("tlsUrl", tlsURL) }
    if let caFile { writer.member("caFile", caFile) }
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}
