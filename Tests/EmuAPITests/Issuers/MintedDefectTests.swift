import EmuIssuers
import EmuIdentity
import EmuTestSupport
import Testing

/// A defect of a minted token is rejected, shows in the sign-in, or is reported without effect by
/// the mint call.
@Suite struct `a minted defect` {
  static let providers = ProviderSites.standard.providers.issuerIDs + ["oidc.corp"]

  /// Returns a part of the refusal; nil for a defect that is never rejected.
  private static func refusal(of defect: Defect) -> String? {
    switch defect {
    case .expired, .notYetValid, .missingExpiry, .missingIssuedAt, .textTimes:
      "is stale to sign-in."
    case .badSignature, .unknownKey, .unsigned, .hmacSigned, .criticalHeader:
      "Unable to verify the ID Token signature."
    case .wrongAudience, .missingAudience: "audience"
    case .wrongIssuer, .slashedIssuer, .missingIssuer: "The issuer in ID Token"
    case .wrongNonce: "The nonce in ID Token"
    case .missingSubject: "ID Token does not contain user's identity in 'sub' claim"
    case .futureNotBefore, .stale, .missingKey, .audienceArray, .extraAudience, .missingNonce,
      .wrongHash, .missingHash, .missingEmail, .unverifiedEmail, .textEmailVerified,
      .userInfoSubject, .contentType:
      nil
    }
  }

  /// Returns emulators with an automatically created project, and with configured ones of both
  /// profiles.
  private static func emulators() throws -> [TestEmulator] {
    [try TestEmulator(isStored: true)] + (try Profile.allCases.map { try .issuing($0) })
  }

  @Test(arguments: providers)
  func `a minted defect is refused, shows, or is named in a warning`(
    provider: String
  ) async throws {
    for emulator in try Self.emulators() {
      let good = try await emulator.signIn(minting: provider, Self.order("good"))
      for defect in Defect.allCases {
        let order = Self.order(defect.rawValue).merging(["defect": .string(defect.rawValue)])
        let minted = await emulator.post("/emulator/v1/issuers/\(provider)/tokens", .object(order))
        guard minted.status == 200 else {
          let isOfAnswers = defect.isOfAnswers || good["oauthIdToken"] == nil
          #expect(isOfAnswers && minted.status == 400, "\(defect): \(minted.text)")
          continue
        }
        let reply = await emulator.signIn(with: Minted(provider: provider, json: minted.json))
        let isRefused =
          reply.status == 400
          && Self.refusal(of: defect).map { reply.errorMessage?.contains($0) == true } == true
        let isShown =
          reply.status == 200 && good.status == 200
          && (reply["email"] == nil || reply["emailVerified"] != good["emailVerified"])
        let warnings = minted["warnings"]?.array?.compactMap(\.string) ?? []
        #expect(
          warnings.isEmpty == (isRefused || isShown),
          "\(defect): \(warnings) \(reply.errorMessage ?? "signed in")")
        #expect(warnings.allSatisfy { $0.contains(defect.rawValue) && $0.hasSuffix(".") })
      }
    }
  }

  @Test func `a minted defect that changes nothing is named, others are not`() async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    let minted = try await emulator.mint(
      "apple.com", ["defects": ["missing-nonce", "expired"], "account": ["email": "a@b.example"]])
    #expect(
      minted.json["warnings"] == [
        "missing-nonce has no effect: the token has nothing that it changes."
      ])
    #expect(try await emulator.mint("apple.com").json["warnings"] == nil)
  }

  private static func order(_ name: String) -> JSONObject {
    ["rawNonce": "raw", "account": ["email": .string("\(name)@example.com")]]
  }
}
