internal import EmuControlCalls
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// The response of `GET faults:describe`: the possible matches and effects of faults.
struct FaultDescription: Codable, Sendable {
  var operations: [OperationNames.Operation]
  /// The providers, except `oidc.*` and `saml.*`.
  var providers: [String]
  var endpoints: [String]
  var effects: [Effect]
  var defects: [Defect]
  /// The defects of `POST issuers/{issuer}/assertions`.
  var assertionDefects: [String]

  struct Effect: Codable, Sendable {
    var name: String
    var about: String
    /// True if it applies to tokens of issuers only.
    var isOfTokens: Bool
    /// A valid value.
    var example: JSON
  }

  struct Defect: Codable, Sendable {
    var name: String
    var about: String
  }

  init(_ locations: FaultLocations) {
    operations = locations.operations.all
    providers = locations.providers
    endpoints = locations.endpoints
    effects = FaultEffect.allCases.map { effect in
      Effect(
        name: effect.rawValue, about: effect.about, isOfTokens: effect.isOfTokens,
        example: (try? JSON(parsing: effect.example)) ?? .null)
    }
    defects = EmuIdentity.Defect.allCases.map { Defect(name: $0.rawValue, about: $0.about) }
    assertionDefects = locations.assertionDefects
  }
}
