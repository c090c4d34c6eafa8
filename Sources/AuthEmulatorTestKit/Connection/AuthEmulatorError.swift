public import Foundation

/// Why a call of the kit failed: what is wrong, and what to do next.
public struct AuthEmulatorError: Error, Sendable, Hashable {
  /// What kind of failure it is.
  public enum Kind: Sendable, Hashable {
    /// Nothing answers at the address.
    case notRunning
    /// A process could not be started, or ended before it was ready.
    case launchFailed
    /// Neither a launch argument nor the environment has a usable address.
    case noAddress
    /// The emulator refused the call; the status is the one of its answer, such as 400.
    case refused(status: Int)
    /// A file has users that cannot be stored, so none was.
    case usersRefused
    /// The answer has another shape: another program answers, or another version.
    case unexpectedAnswer
    /// What was looked for is not there: a user, a code, a request.
    case notFound
    /// The test has no project: its trait is missing.
    case noProject
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// What is wrong, in the emulator's own words where it answered.
  public let message: String
  /// What to do about it; empty where the message says so already.
  public let nextStep: String

  /// An error of the kit.
  ///
  /// - Parameter nextStep: what to do about it.
  public init(_ kind: Kind, _ message: String, nextStep: String = "") {
    self.kind = kind
    self.message = message
    self.nextStep = nextStep
  }
}

extension AuthEmulatorError: LocalizedError, CustomStringConvertible {
  /// The message, and the next step behind it.
  public var description: String { nextStep.isEmpty ? message : "\(message) \(nextStep)" }

  /// The same as the description, for XCTest and alerts.
  public var errorDescription: String? { description }

  static func notRunning(_ url: URL, because: String) -> AuthEmulatorError {
    AuthEmulatorError(
      .notRunning, "No emulator answers at \(url.absoluteString): \(because).",
      nextStep: """
        Start it with `auth-emulator start`, or name another address: the launch argument \
        `-AuthEmulatorURL`, or AUTH_EMULATOR_URL in the environment.
        """)
  }

  static func unexpected(_ call: String, _ detail: String) -> AuthEmulatorError {
    AuthEmulatorError(
      .unexpectedAnswer,
      "The answer to \(call) is not what this version of the kit reads: \(detail).",
      nextStep: "Compare the versions: `auth-emulator version` and the package of the kit.")
  }
}
