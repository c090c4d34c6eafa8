internal import EmuJSON
internal import EmuModel
internal import EmuServer
internal import EmuSystem

/// The variables by which SDKs find the emulator of `exec`.
enum ExecEnvironment {
  static let help = [
    ("FIREBASE_AUTH_EMULATOR_HOST", "host and port, for Admin SDKs"),
    ("AUTH_EMULATOR_URL", "the address, for commands of this tool and for tests"),
    ("GCLOUD_PROJECT, GOOGLE_CLOUD_PROJECT", "the project"),
    ("FIREBASE_CONFIG", "the options of an Admin SDK, JSON: the project, and your other members"),
    ("USE_AUTH_EMULATOR, AUTH_EMULATOR_PORT", "the port, for the C++ and Unity SDKs"),
    (
      "__FIREBASE_DEFAULTS__",
      "the Web SDK's, JSON: project, emulator, API key if you set none, and your other members"
    ),
  ]

  /// Returns the variables; of those in JSON, other members of this process's own value remain.
  static func variables(of state: ReadyState) -> [String: String] {
    let url = state.addresses.first ?? state.url
    let host = String(url.drop { $0 != "/" }.dropFirst(2))
    let project = JSON.string(state.project)
    var (config, defaults) = (members(of: "FIREBASE_CONFIG"), members(of: "__FIREBASE_DEFAULTS__"))
    config["projectId"] = project
    defaults.set(project, at: ["config", "projectId"])
    if JSON.object(defaults)["config"]?["apiKey"] == nil {
      defaults.set(.string(ImpliedAPIKey.of(state.project)), at: ["config", "apiKey"])
    }
    defaults.set(.string(host), at: ["config", "authDomain"])
    defaults.set(.string(host), at: ["emulatorHosts", "auth"])
    return [
      "FIREBASE_AUTH_EMULATOR_HOST": host, "AUTH_EMULATOR_URL": url,
      "GCLOUD_PROJECT": state.project, "GOOGLE_CLOUD_PROJECT": state.project,
      "USE_AUTH_EMULATOR": "1", "AUTH_EMULATOR_PORT": String(host.split(separator: ":").last ?? ""),
      "FIREBASE_CONFIG": JSON.object(config).serialized(),
      "__FIREBASE_DEFAULTS__": JSON.object(defaults).serialized(),
    ]
  }

  private static func members(of name: String) -> JSONObject {
    guard let text = environmentVariable(name) else { return [:] }
    // An Admin SDK reads any other text as the path of a file.
    let isPath = name == "FIREBASE_CONFIG" && !text.hasPrefix("{")
    let bytes = isPath ? try? LocalFile.bytes(at: text, limit: 1 << 20) : Array(text.utf8)
    if let members = bytes.flatMap({ try? JSON(parsing: $0) })?.object { return members }
    Output.error(
      "\(name) is \(isPath ? "neither JSON nor the path of a file with" : "not") a JSON object, so it is "
        + "replaced. Correct it to keep its members.")
    return [:]
  }
}
