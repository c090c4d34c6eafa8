public import Foundation

/// How `AuthEmulator.launch` starts the process.
public struct LaunchOptions: Sendable, Hashable {
  /// The command to start; nil looks for it (see ``AuthEmulator/launch(_:)``).
  public var binary: URL?
  /// The project of requests that name none; the command's own, `demo-project`, without.
  public var project: String?
  /// Seed documents that are loaded before the emulator is ready.
  public var seeds: [URL] = []
  /// What is checked in projects without settings of their own.
  public var profile: EmulatorProfile?
  /// Whether ID tokens are signed with RS256, for backends with an ordinary JWT library.
  public var signsIDTokens = false
  /// Further flags of `auth-emulator start`, such as `["--log-secrets"]`.
  public var arguments: [String] = []
  /// How long the process may take until it answers, in seconds.
  public var timeout: TimeInterval = 60

  /// Options, of which each may be left out.
  public init(
    binary: URL? = nil, project: String? = nil, seeds: [URL] = [],
    profile: EmulatorProfile? = nil, signsIDTokens: Bool = false, arguments: [String] = [],
    timeout: TimeInterval = 60
  ) {
    self.binary = binary
    self.project = project
    self.seeds = seeds
    self.profile = profile
    self.signsIDTokens = signsIDTokens
    self.arguments = arguments
    self.timeout = timeout
  }

  /// The arguments of the command.
  var commandLine: [String] {
    var flags = ["start", "--ephemeral", "--port", "0", "--json"]
    if let project { flags += ["--project", project] }
    if let profile { flags += ["--profile", profile.rawValue] }
    if signsIDTokens { flags.append("--sign-id-tokens") }
    for seed in seeds { flags += ["--seed", seed.path] }
    return flags + arguments
  }
}
