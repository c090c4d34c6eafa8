public import Foundation

/// The failure of a call of the kit, with the next step.
public struct AuthEmulatorError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Kind: Sendable, Hashable {
    /// Nothing responds at the address.
    case notRunning
    /// A process could not be started, or ended before it was ready.
    case launchFailed
    /// Neither a launch argument nor the environment has a usable address.
    case noAddress
    /// The emulator rejected the call; the status is that of the response, such as 400.
    case refused(status: Int)
    /// A file has users that cannot be stored, so none was.
    case usersRefused
    /// The response has another shape: it is from another program or version.
    case unexpectedAnswer
    /// The requested object does not exist: a user, a code, a request.
    case notFound
    /// The test has no project: its trait is missing.
    case noProject
  }

  /// The kind of failure.
  public let kind: Kind
  /// The problem, in the emulator's words where it responded.
  public let message: String
  /// The next step; empty where the message contains it.
  public let nextStep: String

  /// Creates an error of the kit.
  ///
  /// - Parameters:
  ///   - kind: the kind of failure.
  ///   - message: the problem, as a sentence.
  ///   - nextStep: the next step for the developer.
  public init(_ kind: Kind, _ message: String, nextStep: String = "") {
    self.kind = kind
    self.message = message
    self.nextStep = nextStep
  }
}

extension AuthEmulatorError: LocalizedError, CustomStringConvertible {
  /// The message, followed by the next step.
  public var description: String { nextStep.isEmpty ? message : "\(message) \(nextStep)" }

  /// The same as the description, for XCTest and alerts.
  public var errorDescription: String? { description }

  static func notRunning(_ url: URL, reason: String) -> AuthEmulatorError {
    AuthEmulatorError(
      .notRunning, "No emulator answers at \(url.absoluteString): \(reason).",
      nextStep: """
        Start it with `auth-emulator start`, or name another address: the launch argument \
        `-AuthEmulatorURL`, or AUTH_EMULATOR_URL in the environment.
        """)
  }

  static func unexpected(_ call: String, _ detail: String) -> AuthEmulatorError {
    AuthEmulatorError(
      .unexpectedAnswer,
      "The answer to \(call) is not what this version of the kit reads: \(detail).",
      nextStep: "Compare the versions: `auth-emulator --version` and the package of the kit.")
  }
}
