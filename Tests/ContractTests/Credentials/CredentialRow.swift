import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// A kind of credential, presented in an unintended way.
struct CredentialRow: Sendable, CustomTestStringConvertible {
  enum Kind: String, CaseIterable {
    case idToken, refreshToken, oobCode, textSession, pendingToken, sessionCookie, customToken
    case pendingSecondFactor, appSession, passkeyChallenge
  }

  enum Misuse: String, CaseIterable {
    case wrong, expired, reused, otherUsers, otherTenants, otherProjects
  }

  enum Outcome: Sendable {
    case refused(String)
    /// The credential is accepted, for the stated reason.
    case taken(String)
  }

  var kind: Kind
  var misuse: Misuse
  var outcome: Outcome
  var profile = Profile.compatible
  var signsIDTokens = false
  var request: @Sendable (TestEmulator) async throws -> Reply

  init(
    _ kind: Kind, _ misuse: Misuse, _ outcome: Outcome, in profile: Profile = .compatible,
    signsIDTokens: Bool = false, _ request: @escaping @Sendable (TestEmulator) async throws -> Reply
  ) {
    self.kind = kind
    self.misuse = misuse
    self.outcome = outcome
    self.profile = profile
    self.signsIDTokens = signsIDTokens
    self.request = request
  }

  var testDescription: String { "\(kind) \(misuse)" }

  static let all = tokens + codes + others + secondFactors + passkeys

  /// An API key of another project of the same emulator.
  static let otherKey = "emulator-\(otherProject)"
  /// The other project, as administrators' calls name it.
  static let otherProject = "other-project"
}
