import EmuIssuers
import EmuStore
import EmuTestSupport
import Testing

@testable import EmuModel

/// The app and the web page of the tests' developer team.
enum AppleApp {
  static let bundleID = "com.example.app"
  static let servicesID = "com.example.web"
  static let callback = "https://app.example.com/cb"
  static let ann = "001234.0123456789abcdef0123456789abcdef.0001"
  static let grants = "/emulator/v1/issuers/apple.com/grants"

  static let config = ProviderConfig(clientID: servicesID, bundleIDs: [bundleID])

  static func config(_ options: AppleIssuerOptions) -> ProviderConfig {
    ProviderConfig(clientID: servicesID, bundleIDs: [bundleID], appleIssuer: options)
  }

  static let account: JSON = [
    "sub": .string(ann), "email": "ann@example.com",
    "name": ["givenName": "Ann", "familyName": "Lee"],
  ]
}

/// A suite whose tests have a bench with Ann each.
class AppleSuite {
  let bench: Bench

  init() async throws { bench = try await Bench.apple() }
}

extension Bench {
  /// Returns a bench whose project has an app, a web page, and Ann.
  static func apple(
    _ config: ProviderConfig = AppleApp.config, profile: Profile = .compatible,
    schedule: DeliverySchedule? = nil
  ) async throws -> Bench {
    let bench = try Bench(schedule: schedule)
    try bench.configure("apple.com", config)
    try bench.set(profile: profile)
    try await bench.makePerson("apple.com", AppleApp.account)
    return bench
  }

  func set(profile: Profile, project name: String = "demo-project") throws {
    let project = try store.project(making: name)
    var switches = project.switches
    switches.set(profile: profile)
    let (changed, store) = (switches, store)
    try store.write { writer in try writer.update(switches: changed, of: project, in: store) }
  }

  /// Signs Ann in natively.
  func signInAnn(_ more: JSONObject = [:]) async throws -> Reply {
    let order: JSONObject = ["account": ["sub": .string(AppleApp.ann)]]
    return try await mint("apple.com", .object(order.merging(more)))
  }

  /// Returns the tokens of a new native sign-in of Ann.
  func annsTokens() async throws -> (refresh: String, access: String) {
    let minted = try await signInAnn()
    let reply = try await exchange(
      minted.value("authorizationCode"), client: AppleApp.bundleID)
    return (
      try reply.value("refresh_token"), try reply.value("access_token")
    )
  }

  /// Signs Ann in on the web page, with an authorization request.
  func webSignIn(_ fields: Fields = [:], headers: Headers = [:]) async throws -> Reply {
    try await authorize(
      "apple.com",
      [
        "client_id": AppleApp.servicesID, "redirect_uri": AppleApp.callback,
        "response_type": "code id_token", "response_mode": "form_post", "scope": "name email",
        "state": "s t&1", "emulator_auto": AppleApp.ann,
      ].merging(fields) { $1 }, headers: headers)
  }

  /// Returns the credential state on Ann's device.
  func credentialState(_ client: String = AppleApp.bundleID) async throws -> String? {
    await get(
      "/emulator/v1/issuers/apple.com/credentialState?sub=\(AppleApp.ann)&clientId=\(client)")[
        "state"]?.string
  }

  func notify(_ type: String, _ more: JSONObject = [:]) async throws -> Reply {
    let body: JSONObject = ["type": .string(type), "sub": .string(AppleApp.ann)]
    return await post("/emulator/v1/issuers/apple.com/notifications", .object(body.merging(more)))
  }
}
