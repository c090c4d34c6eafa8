import EmuIssuers
import EmuIdentity
import EmuTestSupport
import Testing

/// A defect of a minted token that the backend checks is rejected with its text.
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
  func `a minted defect that is checked is refused`(provider: String) async throws {
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
        // Production accepts no ID token of Microsoft at all.
        guard good.status == 200 else { continue }
        let text = Self.refusal(of: defect)
        // Some providers have another claim for the subject, or do not compare the nonce.
        let mayPass = text == nil || defect == .wrongNonce || defect == .missingSubject
        #expect(
          reply.status == 400
            ? text.map { reply.errorMessage?.contains($0) == true } ?? false : mayPass,
          "\(defect): \(reply.errorMessage ?? "signed in")")
      }
    }
  }

  private static func order(_ name: String) -> JSONObject {
    ["rawNonce": "raw", "account": ["email": .string("\(name)@example.com")]]
  }
}
