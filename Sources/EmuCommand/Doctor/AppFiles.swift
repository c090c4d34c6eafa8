import EmuServer

/// The files in which apps of a folder permit http, which Android and Apple's systems refuse without.
struct AppFiles {
  /// A path that ends with a slash; empty for the current folder.
  let folder: String

  /// Folders without sources of an app: dependencies, results of builds, and bundles.
  private static let excluded: Set = [
    "node_modules", "build", "Pods", "Carthage", "DerivedData", "vendor",
  ]
  private static let bundles = [".app", ".framework", ".xcframework", ".bundle", "Tests"]
  /// The depth of `apps/NAME/android/app/src/main/`.
  private static let depth = 6
  private static let mostFolders = 5000

  var checks: [DoctorCheck] {
    var checks: [DoctorCheck] = []
    var open = [(path: folder, depth: 0)]
    var next = 0
    while next < open.count {
      let (path, depth) = open[next]
      next += 1
      for name in LocalFolder.names(in: path.isEmpty ? "." : path) ?? [] {
        let file = path + name
        switch LocalFile.kind(of: file) {
        case .file where name == "AndroidManifest.xml" && path.hasSuffix("src/main/"):
          checks += android(module: String(path.dropLast("main/".count)))
        case .file where name == "Info.plist":
          checks += apple(file)
        case .folder where depth < Self.depth && Self.mayContainApps(name):
          open.append((file + "/", depth + 1))
        default: break
        }
      }
      guard open.count <= Self.mostFolders else {
        return checks + [
          .note(
            "http",
            "There are more than \(Self.mostFolders) folders here. Run doctor in the app's folder.")
        ]
      }
    }
    return checks
  }

  private static func mayContainApps(_ name: String) -> Bool {
    !name.hasPrefix(".") && !excluded.contains(name) && !bundles.contains(where: name.hasSuffix)
  }

  /// Checks an app's module. Its debug manifest has precedence, and a network security configuration
  /// replaces `usesCleartextTraffic`.
  ///
  /// - Parameter module: its folder `src/`.
  private func android(module: String) -> [DoctorCheck] {
    let path = module + "main/AndroidManifest.xml"
    guard let main = markup(path), main.contains("<application") else { return [] }
    let manifests = [markup(module + "debug/AndroidManifest.xml") ?? "", main]
    func value(_ name: String) -> String? {
      manifests.lazy.compactMap { Self.value(of: "android:" + name, in: $0) }.first
    }
    if let resource = value("networkSecurityConfig") {
      let name = "res/xml/\(resource.replacing("@xml/", with: "")).xml"
      let files = ["debug/", "main/"].map { module + $0 + name }
      guard let file = files.first(where: LocalFile.exists), let text = markup(file) else {
        return [.note("http", "\(path) names \(resource), and there is no \(files[1]).")]
      }
      func permitting(_ element: String) -> [Substring] {
        text.split(separator: "<\(element)", omittingEmptySubsequences: false).dropFirst().filter {
          $0.prefix { $0 != ">" }.contains("cleartextTrafficPermitted=\"true\"")
        }
      }
      guard permitting("base-config").isEmpty else {
        return [.ok("http", "\(file) permits http.")]
      }
      let hosts = permitting("domain-config").flatMap { domains in
        domains.split(separator: "</domain>").dropLast().compactMap {
          $0.split(separator: ">").last
        }
      }
      guard !hosts.isEmpty else {
        return [refused(file, "cleartextTrafficPermitted=\"true\" for 10.0.2.2 and 127.0.0.1")]
      }
      return [.ok("http", "\(file) permits http for \(hosts.joined(separator: ", ")).")]
    }
    // A build may replace a placeholder such as `${usesCleartextTraffic}`.
    guard let flag = value("usesCleartextTraffic"), flag != "false" else {
      return [
        refused(
          path,
          "android:usesCleartextTraffic=\"true\" to <application> of \(module)debug/AndroidManifest.xml"
        )
      ]
    }
    return [.ok("http", "\(path) lets the app use http.")]
  }

  private func apple(_ path: String) -> [DoctorCheck] {
    guard let list = markup(path), !list.contains("<string>BNDL</string>") else { return [] }
    if list.hasPrefix("bplist") {
      return [
        .note(
          "http", "\(path) is binary. plutil -p \(path) shows if NSAllowsLocalNetworking is true.")
      ]
    }
    let keys = [
      "NSAllowsLocalNetworking", "NSAllowsArbitraryLoads", "NSExceptionAllowsInsecureHTTPLoads",
    ]
    guard keys.contains(where: { list.contains("<key>\($0)</key><true/>") }) else {
      return [refused(path, "NSAppTransportSecurity: NSAllowsLocalNetworking = true to it")]
    }
    return [.ok("http", "\(path) lets the app use http.")]
  }

  // MARK: - Text

  /// Returns the text of a file without comments and spaces, with double quotes.
  private func markup(_ path: String) -> String? {
    guard let bytes = try? LocalFile.bytes(at: path, limit: 1 << 20) else { return nil }
    let parts = String(decoding: bytes, as: UTF8.self).split(
      separator: "<!--", omittingEmptySubsequences: false)
    let text = parts.dropFirst().reduce(String(parts[0])) { text, part in
      text
        + part.split(separator: "-->", maxSplits: 1, omittingEmptySubsequences: false).dropFirst()
        .joined()
    }
    return String(text.filter { !$0.isWhitespace }).replacing("'", with: "\"")
  }

  private static func value(of attribute: String, in text: String) -> String? {
    text.split(separator: attribute + "=\"", omittingEmptySubsequences: false).dropFirst().first
      .map { String($0.prefix { $0 != "\"" }) }
  }

  private func refused(_ path: String, _ remedy: String) -> DoctorCheck {
    .note(
      "http",
      "\(path) does not let the app use http beyond this machine. Add \(remedy); or use https: "
        + "start --tls-port 9443.")
  }
}
