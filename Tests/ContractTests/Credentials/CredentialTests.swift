import EmuTestSupport
import Testing

/// The refusals of the other rows are tested with those of the server codes.
@Suite struct `Credentials` {
  @Test(arguments: CredentialRow.all.filter { $0.row.message.isEmpty })
  func `credentials are accepted where they are still valid`(_ row: CredentialRow) async throws {
    try await row.row.reply().expect(200)
  }

  @Test func `credentials are each presented in every wrong way`() {
    let rows = CredentialRow.all.map { "\($0.kind) \($0.misuse)" }
    let wanted = CredentialRow.Kind.allCases.flatMap { kind in
      CredentialRow.Misuse.allCases.map { "\(kind) \($0)" }
    }
    #expect(Set(rows) == Set(wanted))
  }
}

struct CredentialRow: Sendable, CustomTestStringConvertible {
  enum Kind: String, CaseIterable {
    case idToken, refreshToken, oobCode, textSession, pendingToken, sessionCookie, customToken
    case pendingSecondFactor, appSession, passkeyChallenge
  }

  enum Misuse: String, CaseIterable {
    case wrong, expired, reused, otherUsers, otherTenants, otherProjects
  }

  /// The message of the refusal; or the reason for which the credential is accepted.
  enum Outcome: Sendable, ExpressibleByStringLiteral {
    case refused(String)
    case taken(String)

    init(stringLiteral message: String) { self = .refused(message) }
  }

  var kind: Kind
  var misuse: Misuse
  /// The call, with the message of the refusal; with an empty one, the call succeeds.
  var row: ErrorRow

  init(
    _ kind: Kind, _ misuse: Misuse, _ outcome: Outcome, in profile: Profile = .compatible,
    signsIDTokens: Bool = false, tenant: JSON = nil, later: Int = 0, _ call: TableCall
  ) {
    self.init(kind, misuse, outcome, in: profile, signsIDTokens: signsIDTokens) { emulator in
      let ada = await emulator.person(tenant: tenant)
      emulator.advance(.seconds(later))
      return try await call.send(emulator, ada)
    }
  }

  init(
    _ kind: Kind, _ misuse: Misuse, _ outcome: Outcome, in profile: Profile = .compatible,
    signsIDTokens: Bool = false, _ request: @escaping @Sendable (TestEmulator) async throws -> Reply
  ) {
    self.kind = kind
    self.misuse = misuse
    var message = ""
    if case .refused(let refusal) = outcome { message = refusal }
    row = ErrorRow(message, in: profile, signsIDTokens: signsIDTokens) { emulator in
      #expect(try emulator.key(of: Self.otherProject) == Self.otherKey)
      return try await request(emulator)
    }
  }

  /// Makes the rows of a kind, with the refusal of those that name no outcome.
  struct Maker: Sendable {
    var kind: Kind
    var refusal: Outcome

    init(_ kind: Kind, _ refusal: Outcome) {
      self.kind = kind
      self.refusal = refusal
    }

    func callAsFunction(
      _ misuse: Misuse, _ outcome: Outcome? = nil, in profile: Profile = .compatible,
      _ request: @escaping @Sendable (TestEmulator) async throws -> Reply
    ) -> CredentialRow {
      CredentialRow(kind, misuse, outcome ?? refusal, in: profile, request)
    }
  }

  var testDescription: String { "\(kind) \(misuse)" }

  static let all = tokens + codes + others + secondFactors + passkeys

  static let refused = all.map(\.row).filter { !$0.message.isEmpty }

  static let otherKey = "emulator-\(otherProject)"
  /// The other project, as administrators' calls name it.
  static let otherProject = "other-project"
}
