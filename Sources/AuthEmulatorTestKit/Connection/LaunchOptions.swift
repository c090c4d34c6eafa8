public import Foundation

/// The options of `AuthEmulator.launch`.
public struct LaunchOptions: Sendable, Hashable {
  /// The command to start; nil looks for it (see ``AuthEmulator/launch(_:)``).
  public var binary: URL?
  /// The project of requests that name none; nil for the command's default, `demo-project`.
  public var project: String?
  /// Seed documents that are loaded before the emulator is ready.
  public var seeds: [URL] = []
  /// The profile of projects without their own switches.
  public var profile: EmulatorProfile?
  /// True to sign ID tokens with RS256, for backends with an ordinary JWT library.
  public var signsIDTokens = false
  /// Further flags of `auth-emulator start`, such as `["--log-secrets"]`.
  public var arguments: [String] = []
  /// The maximum time until the process is ready, in seconds.
  public var timeout: TimeInterval = 60

  /// Creates options; each may be omitted.
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

  var commandLine: [String] {
    var flags = ["start", "--ephemeral", "--port", "0", "--json"]
    if let project { flags += ["--project", project] }
    if let profile { flags += ["--profile", profile.rawValue] }
    if signsIDTokens { flags.append("--sign-id-tokens") }
    for seed in seeds { flags += ["--seed", seed.path] }
    return flags + arguments
  }
}
