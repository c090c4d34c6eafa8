public import Foundation

/// The members of `ASAuthorizationAppleIDCredential` after a sign-in.
public struct AppleCredential: Sendable {
  /// `ASUserDetectionStatus`, with its raw values.
  public enum RealUserStatus: Int, Sendable {
    /// The platform does not support the check.
    case unsupported = 0
    /// The system does not know.
    case unknown = 1
    /// The system is confident that the user is a real person.
    case likelyReal = 2
  }

  /// The person's id for the apps of the team.
  public let user: String
  /// The ID token as UTF-8.
  public let identityToken: Data
  /// The code as UTF-8, for `revokeToken(withAuthorizationCode:)` and an app's server.
  public let authorizationCode: Data
  /// The name; at the first authorization only.
  public let fullName: PersonNameComponents?
  /// The address, or a relay address where the person hides it; at the first authorization only.
  public let email: String?
  /// The system's opinion whether the user is a real person.
  public let realUserStatus: RealUserStatus
  /// The app's `state`.
  public let state: String?
  /// The granted scopes: `name`, `email`.
  public let authorizedScopes: [String]
  /// The nonce for the app's SDK; nil where the app generated it.
  public let rawNonce: String?
  /// The claims of the token.
  public let claims: [String: JSONValue]

  /// The ID token as text, as SDKs accept it.
  public var idToken: String { String(decoding: identityToken, as: UTF8.self) }

  init(_ credential: ProviderCredential, _ answer: JSONValue) throws {
    user = credential.sub
    identityToken = Data(
      try credential.idToken.orThrow(.unexpected("a mint call", "no idToken")).utf8)
    authorizationCode = Data(credential.authorizationCode.utf8)
    fullName = answer["fullName"]?.object.map { name in
      var components = PersonNameComponents()
      components.givenName = name["givenName"]?.string
      components.familyName = name["familyName"]?.string
      return components
    }
    // The response has the address of every authorization; Apple shares it with the first.
    email = answer["appleUser"]?.string == nil ? nil : credential.email
    let status = answer["realUserStatus"]?.integer.flatMap { RealUserStatus(rawValue: Int($0)) }
    realUserStatus = status ?? .unsupported
    state = answer["state"]?.string
    authorizedScopes = answer["authorizedScopes"]?.array?.compactMap(\.string) ?? []
    rawNonce = credential.rawNonce
    claims = credential.claims
  }
}
