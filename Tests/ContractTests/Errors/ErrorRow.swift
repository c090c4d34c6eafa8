import EmuJSON
import EmuModel
import EmuServer
import EmuTestSupport
import Testing

struct ErrorRow: Sendable, CustomTestStringConvertible {
  var message: String
  var code: String
  var status: Int
  private let request: @Sendable () async throws -> Reply
  private let replies = LazyValue<Reply>()

  /// - Parameter code: nil for the message up to its detail.
  /// - Parameter later: the seconds between Ada's sign-up and the call.
  init(
    _ message: String, code: String? = nil, status: Int = 400,
    in profile: Profile = .compatible, later: Int = 0, _ call: TableCall
  ) {
    self.init(message, code: code, status: status, in: profile) { emulator in
      let ada = await emulator.person()
      emulator.advance(.seconds(later))
      return try await call.send(emulator, ada)
    }
  }

  /// - Parameter hasKeys: true when the issuers' keys are required.
  init(
    _ message: String, code: String? = nil, status: Int = 400,
    in profile: Profile = .compatible, hasKeys: Bool = false, signsIDTokens: Bool = false,
    _ request: @escaping @Sendable (TestEmulator) async throws -> Reply
  ) {
    self.message = message
    self.code = code ?? String(message.prefix { $0 != " " })
    self.status = status
    self.request = {
      try await request(
        TestEmulator.patient(profile, hasKeys: hasKeys) { $0.signsIDTokens = signsIDTokens })
    }
  }

  var testDescription: String { message }

  /// Returns the response to the request, on an emulator of the row's own.
  func reply() async throws -> Reply { try await replies.value(request) }

  /// Rows of documented codes.
  static let documented =
    accounts + tokens + codes + apps + providers + settings + secondFactors + functions

  static let all = documented + SwitchRow.all.map(\.on) + CredentialRow.refused
}
