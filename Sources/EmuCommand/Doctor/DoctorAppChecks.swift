import EmuHTTPServer
import EmuModel

/// The checks of the app's side: the address that apps use, and the permission to use it, which
/// ``AppFiles`` has.
struct DoctorAppChecks {
  let options: DoctorOptions
  /// The emulator of Admin SDKs in the environment; nil without one.
  let adminHost: String?

  var checks: [DoctorCheck] {
    [address, adminSDK, reach].compactMap(\.self)
      + AppFiles(folder: String(options.files.configPath.dropLast(ProjectFiles.configName.count)))
      .checks
  }

  // MARK: - The address

  /// Compares the port with that of `firebase.json`, by which other tools find it.
  private var address: DoctorCheck? {
    guard let port = options.files.port else { return nil }
    let path = options.files.configPath
    guard port == options.port else {
      return .note(
        "firebase.json",
        "\(path) names port \(port), and this is about \(options.port). Apps and the Firebase CLI that go by "
          + "the file do not find it: change one of the two.")
    }
    return .ok("firebase.json", "\(path) names port \(port) as well.")
  }

  /// Checks the variable of Admin SDKs where it is set.
  private var adminSDK: DoctorCheck? {
    let name = "Admin SDKs"
    guard let adminHost else { return nil }
    let wanted = "127.0.0.1:\(options.port)"
    guard ValueKind.hostAndPort.read(adminHost) != nil, !adminHost.contains("://"),
      let url = AbsoluteURL("http://" + adminHost)
    else {
      return .failed(
        name,
        "FIREBASE_AUTH_EMULATOR_HOST is \(adminHost), and SDKs need a host and a port without "
          + "http://. Set it to \(wanted).")
    }
    guard url.port == options.port else {
      return .note(
        name,
        "FIREBASE_AUTH_EMULATOR_HOST is \(adminHost), and this is about port \(options.port). Set it to "
          + "\(wanted).")
    }
    return .ok(name, "FIREBASE_AUTH_EMULATOR_HOST is \(adminHost).")
  }

  // MARK: - Other machines

  /// Names the address for phones and containers, or the flag that lets them in.
  private var reach: DoctorCheck {
    let name = "phone, container"
    let host = options.host ?? "localhost"
    let inside = LocalNetwork.isContainer
    if ["0.0.0.0", "::"].contains(host) {
      if inside {
        return .ok(
          name,
          "This is a container. Publish port \(options.port): clients outside use it at the address of this "
            + "container's host, and other containers of its network use its name.")
      }
      let network = LocalNetwork.address().map { "http://\($0):\(options.port)" }
      let phone =
        network.map { "A phone reaches it at \($0)" } ?? "This machine has no network for phones"
      return .ok(
        name,
        "\(phone), a container at http://host.docker.internal:\(options.port), and the Android emulator at "
          + "http://10.0.2.2:\(options.port).")
    }
    guard ["localhost", "127.0.0.1", "::1"].contains(host) else {
      return .ok(name, "Machines that reach \(host) reach it.")
    }
    return .note(
      name,
      inside
        ? "This is a container, and published ports do not reach its \(host). Start with --host 0.0.0.0."
        : "\(host) is this machine alone, with its simulators. For phones and containers start with --host "
          + "0.0.0.0.")
  }
}
