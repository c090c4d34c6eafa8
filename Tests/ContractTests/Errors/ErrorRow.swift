import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// A server code, and a request that returns it.
struct ErrorRow: Sendable, CustomTestStringConvertible {
  var code: String
  var status: Int
  /// The whole message.
  var message: String
  var profile: Profile
  /// True when the issuers' keys are required.
  var hasKeys: Bool
  private var request: @Sendable (TestEmulator) async throws -> Reply
  private let replies = LazyValue<Reply>()

  init(
    _ code: String, _ message: String? = nil, status: Int = 400, in profile: Profile = .compatible,
    hasKeys: Bool = false, _ request: @escaping @Sendable (TestEmulator) async throws -> Reply
  ) {
    self.code = code
    self.status = status
    self.message = message ?? code
    self.profile = profile
    self.hasKeys = hasKeys
    self.request = request
  }

  var testDescription: String { code }

  /// Returns the response to the request, on an emulator of the row's own.
  func reply() async throws -> Reply {
    try await replies.value {
      try await request(TestEmulator.patient(profile, hasKeys: hasKeys))
    }
  }

  static let all =
    accounts + tokens + codes + apps + providers + settings + secondFactors + functions
}
