import Foundation

/// The address of a running emulator in a launch argument or the environment.
enum EmulatorAddress {
  /// The address of an emulator that was started without options.
  static let standard = "http://127.0.0.1:9099"

  /// Returns the first of the launch argument `-AuthEmulatorURL`, `AUTH_EMULATOR_URL`, and
  /// `FIREBASE_AUTH_EMULATOR_HOST`, which has no scheme.
  ///
  /// - Throws: `AuthEmulatorError` for an invalid address.
  static func given(
    arguments: [String] = ProcessInfo.processInfo.arguments,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> URL? {
    if let index = arguments.firstIndex(of: "-AuthEmulatorURL"), index + 1 < arguments.count {
      return try url(arguments[index + 1], from: "The launch argument -AuthEmulatorURL")
    }
    for name in ["AUTH_EMULATOR_URL", "FIREBASE_AUTH_EMULATOR_HOST"] {
      if let text = environment[name], !text.isEmpty { return try url(text, from: name) }
    }
    return nil
  }

  /// Returns the scheme, host and port of a text; `http` where it has no scheme.
  static func url(_ text: String, from source: String) throws -> URL {
    let parts = URLComponents(string: text.contains("://") ? text : "http://\(text)")
    var base = URLComponents()
    base.scheme = parts?.scheme
    base.host = parts?.host
    base.port = parts?.port
    guard ["http", "https"].contains(base.scheme), base.host?.isEmpty == false, let url = base.url
    else {
      throw AuthEmulatorError(
        .noAddress, "\(source) is `\(text)`, which is not an address of an emulator.",
        nextStep: "Write it like http://127.0.0.1:9099.")
    }
    return url
  }
}

extension Optional {
  /// The value, or the error.
  func orThrow(_ error: @autoclosure () -> AuthEmulatorError) throws -> Wrapped {
    guard let self else { throw error() }
    return self
  }
}
