internal import EmuJSON
internal import EmuModel

/// The variables by which SDKs find the emulator of `exec`.
enum ExecEnvironment {
  static let help = [
    ("FIREBASE_AUTH_EMULATOR_HOST", "host and port, for Admin SDKs"),
    ("AUTH_EMULATOR_URL", "the address, for commands of this tool and for tests"),
    ("GCLOUD_PROJECT, GOOGLE_CLOUD_PROJECT", "the project"),
    ("FIREBASE_CONFIG", "the project as the options of an Admin SDK, JSON"),
    ("USE_AUTH_EMULATOR, AUTH_EMULATOR_PORT", "the port, for the C++ and Unity SDKs"),
    ("__FIREBASE_DEFAULTS__", "project, API key and emulator for the Web SDK, JSON"),
  ]

  static func variables(of state: ReadyState) -> [String: String] {
    let url = state.addresses.first ?? state.url
    let host = String(url.drop { $0 != "/" }.dropFirst(2))
    let project = JSON.string(state.project)
    let defaults: JSON = [
      "config": [
        "projectId": project, "apiKey": .string(ImpliedAPIKey.of(state.project)),
        "authDomain": .string(host),
      ],
      "emulatorHosts": ["auth": .string(host)],
    ]
    return [
      "FIREBASE_AUTH_EMULATOR_HOST": host, "AUTH_EMULATOR_URL": url,
      "GCLOUD_PROJECT": state.project, "GOOGLE_CLOUD_PROJECT": state.project,
      "USE_AUTH_EMULATOR": "1", "AUTH_EMULATOR_PORT": String(host.split(separator: ":").last ?? ""),
      "FIREBASE_CONFIG": JSON.object(["projectId": project]).serialized(),
      "__FIREBASE_DEFAULTS__": defaults.serialized(),
    ]
  }
}
