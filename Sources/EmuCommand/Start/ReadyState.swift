import EmuHTTPServer
import EmuJSON
import EmuModel
import EmuServer

/// The data that are printed when the emulator is ready.
package struct ReadyState: Sendable {
  package var url: String
  /// Every address it listens on, as URLs.
  package var addresses: [String]
  package var project: String
  /// nil without a data file.
  package var dataFile: String?
  package var profile: String
  package var clockOffsetMilliseconds: Int64
  /// The URL for other devices of the network; nil when it listens on this machine alone, or on a
  /// given address.
  package var networkURL: String?
  /// True when it listens on every address of a container.
  package var isPublishedByContainer = false
  /// nil without TLS.
  package var tlsURL: String?
  /// The certificate that clients have to trust; nil without a local CA.
  package var caFile: String?
  /// The random name of the emulator, as in `health`; nil for a banner alone.
  var instance: String?
  /// The values with their project files.
  var origins: String?
  var demoUsers: [String] = []
  /// The development environment in the cloud; nil for none.
  var workspace: CloudWorkspace?
}

extension ReadyState {
  init(_ emulator: Emulator, _ running: Emulator.Running) {
    let configuration = emulator.configuration
    self.init(
      url: running.url, addresses: running.addresses,
      project: configuration.project, dataFile: configuration.dataFile,
      profile: configuration.profile.rawValue,
      clockOffsetMilliseconds: emulator.clock.offsetMilliseconds,
      tlsURL: running.tlsURL, caFile: running.caFile)
    instance = emulator.instance
    replaceEveryAddress(inContainer: LocalNetwork.isContainer, network: LocalNetwork.address)
    if let publicURL = configuration.publicURL { url = publicURL }
  }

  /// Replaces `0.0.0.0` and `::`, which mean every address of the machine, by callable addresses.
  package mutating func replaceEveryAddress(inContainer: Bool = false, network: () -> String?) {
    guard let parts = AbsoluteURL(url), ["0.0.0.0", "::"].contains(parts.host),
      let port = parts.port
    else { return }
    let local = "http://127.0.0.1:\(port)"
    addresses = addresses.map { $0 == url ? local : $0 }
    url = local
    tlsURL = tlsURL.flatMap(AbsoluteURL.init)?.port.map { "https://127.0.0.1:\($0)" }
    isPublishedByContainer = inContainer
    networkURL = network().map { "http://\($0):\(port)" }
  }

  package var consoleURL: String { url + Emulator.consolePath }

  /// Returns
  /// `{"event":"ready","url":…,"consoleUrl":…,"project":…,"dataFile":…,"pid":…,"instance":…}` and a
  /// line's end. With TLS it has `tlsUrl`, and `caFile` if there is a local CA; beside a public URL,
  /// `localUrl`.
  package func line(pid: Int32) -> String {
    let local = addresses.first.flatMap { $0 == url ? nil : $0 }
    var line: JSONObject = ["event": "ready", "url": .string(url)]
    line["localUrl"] = local.map(JSON.string)
    line["consoleUrl"] = .string(consoleURL)
    line["project"] = .string(project)
    line["dataFile"] = dataFile.map(JSON.string) ?? .null
    line["pid"] = .int(Int64(pid))
    line["instance"] = instance.map(JSON.string)
    line["tlsUrl"] = tlsURL.map(JSON.string)
    line["caFile"] = caFile.map(JSON.string)
    return JSON.object(line).serialized() + "\n"
  }
}
