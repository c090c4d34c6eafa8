internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// The answer of `GET faults:describe`: what a fault can name, and what it can do.
package struct FaultDescription: Codable, Sendable {
  var operations: [Operation]
  /// `oidc.*` and `saml.*` besides.
  var providers: [String]
  /// Those that some issuer has.
  var endpoints: [String]
  var effects: [Effect]
  var defects: [Defect]

  struct Operation: Codable, Sendable {
    /// The name that the request log has.
    var name: String
    /// Names that are accepted for it, such as that of v3.
    var otherNames: [String]
  }

  struct Effect: Codable, Sendable {
    var name: String
    /// What it does.
    var about: String
    /// Whether it is about tokens of issuers alone.
    var isOfTokens: Bool
    /// A value that is good.
    var example: JSON
  }

  struct Defect: Codable, Sendable {
    var name: String
    /// What is wrong.
    var about: String
  }

  init(_ places: FaultPlaces) {
    operations = places.operations.all.map { Operation(name: $0.name, otherNames: $0.otherNames) }
    providers = places.providers
    endpoints = places.endpoints
    effects = FaultEffect.allCases.map { effect in
      Effect(
        name: effect.rawValue, about: effect.about, isOfTokens: effect.isOfTokens,
        example: effect.example)
    }
    defects = EmuProviders.Defect.allCases.map { Defect(name: $0.rawValue, about: $0.about) }
  }
}
