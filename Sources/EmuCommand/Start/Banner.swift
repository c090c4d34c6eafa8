import EmuModel
import EmuServer

/// The text that is printed when the emulator is ready: its addresses, and lines to paste into an
/// app.
package struct Banner: Sendable {
  private let state: ReadyState

  package init(_ state: ReadyState) { self.state = state }

  package var text: TerminalText {
    """
    auth-emulator \(emulatorVersion) is ready at \(state.url)

    \(HelpText.table(facts, lineLength: .max))

    One line in the app, before its first call:
    \(HelpText.table(sdkLines, lineLength: .max))

    Ctrl-C stops it.

    """
  }

  private var facts: [(String, String)] {
    var rows = [("console", state.consoleURL)]
    let others = state.addresses.filter { $0 != state.url }
    if !others.isEmpty { rows.append(("also at", others.joined(separator: ", "))) }
    if let networkURL = state.networkURL {
      rows.append(("network", ([networkURL] + secureNetworkURL).joined(separator: ", ")))
    }
    if state.isPublishedByContainer {
      rows.append(
        ("network", "the port that this container publishes; other containers use its name"))
    }
    if let tlsURL = state.tlsURL { rows.append(("https", tlsURL)) }
    if let caFile = state.caFile { rows.append(("trust", "\(caFile) in clients of https")) }
    rows.append(("project", state.project))
    rows.append(("data", state.dataFile ?? "not stored (--ephemeral)"))
    rows.append(("profile", state.profile))
    if let origins = state.origins { rows.append(("settings", origins)) }
    if !state.demoUsers.isEmpty {
      let users = state.demoUsers.joined(separator: ", ")
      rows.append(("sign in", "as \(users), with the password \(DemoUsers.password)"))
    }
    if let workspace = state.workspace { rows.append(workspace.row) }
    if state.clockOffsetMilliseconds != 0 {
      rows.append(
        ("clock", "\(TimeSpan.text(ofOffset: state.clockOffsetMilliseconds)) this machine's"))
    }
    return rows
  }

  /// The URL for https from other devices of the network; empty for none.
  private var secureNetworkURL: [String] {
    guard let host = state.networkURL.flatMap(AbsoluteURL.init)?.host,
      let port = state.tlsURL.flatMap(AbsoluteURL.init)?.port
    else { return [] }
    return ["https://\(host):\(port)"]
  }

  private var sdkLines: [(String, String)] {
    // The address in the network also works for the simulators on this machine. SDKs drop the path
    // of an address, such as that of a proxy.
    let path = AbsoluteURL(state.url)?.rest ?? ""
    let direct = path.isEmpty ? state.url : state.addresses.first ?? state.url
    let address = state.networkURL ?? direct
    guard let url = AbsoluteURL(address), let port = url.port else { return [] }
    let isLocal = ["127.0.0.1", "::1", "localhost"].contains(url.host)
    let authority = url.host.contains(":") ? "[\(url.host)]:\(port)" : "\(url.host):\(port)"
    // The Android emulator reaches this machine's loopback as 10.0.2.2; Flutter's plugin does so by itself.
    let android = isLocal || state.networkURL != nil ? "10.0.2.2" : url.host
    let flutter = isLocal ? "localhost" : url.host
    let kotlin = { (host: String) in "Firebase.auth.useEmulator(\"\(host)\", \(port))" }
    let device =
      state.networkURL == nil ? [] : [("Kotlin", kotlin(url.host) + "  // on a device")]
    return [
      ("Swift", "Auth.auth().useEmulator(withHost: \"\(url.host)\", port: \(port))"),
      ("Web", "connectAuthEmulator(auth, \"\(address)\")"),
      ("Kotlin", kotlin(android) + (device.isEmpty ? "" : "  // on the Android emulator")),
    ] + device + [
      ("Flutter", "await FirebaseAuth.instance.useAuthEmulator('\(flutter)', \(port));"),
      ("Admin", "export FIREBASE_AUTH_EMULATOR_HOST=\(authority)"),
    ]
  }
}
