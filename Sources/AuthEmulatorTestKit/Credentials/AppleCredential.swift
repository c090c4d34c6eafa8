public import Foundation

/// What `ASAuthorizationAppleIDCredential` gives an app after a sign-in, by the same names.
public struct AppleCredential: Sendable {
  /// `ASUserDetectionStatus`, with its raw values.
  public enum RealUserStatus: Int, Sendable {
    /// The system has no opinion on this platform.
    case unsupported = 0
    /// The system cannot say.
    case unknown = 1
    /// The system is confident that this is a person.
    case likelyReal = 2
  }

  /// The person's id for the apps of the team.
  public let user: String
  /// The ID token as UTF-8.
  public let identityToken: Data
  /// The code as UTF-8, for `revokeToken(withAuthorizationCode:)` and an app's server.
  public let authorizationCode: Data
  /// The name; at the first authorization alone.
  public let fullName: PersonNameComponents?
  /// The address, a relay address where the person hides it; at the first authorization alone.
  public let email: String?
  /// Whether this is a person.
  public let realUserStatus: RealUserStatus
  /// What the app sent as `state`.
  public let state: String?
  /// What the person granted: `name`, `email`.
  public let authorizedScopes: [String]
  /// The nonce for the app's SDK; nil where the app made its own.
  public let rawNonce: String?
  /// The claims of the token.
  public let claims: [String: JSONValue]

  /// The ID token as text, as SDKs accept it.
  public var idToken: String { String(decoding: identityToken, as: UTF8.self) }

  init(_ answer: MintAnswer) throws {
    user = answer.sub
    identityToken = Data(try answer.idToken.orThrow(.unexpected("a mint call", "no idToken")).utf8)
    authorizationCode = Data(answer.authorizationCode.utf8)
    if case .some(.object(let name)) = answer.fullName {
      var components = PersonNameComponents()
      components.givenName = name["givenName"]?.string
      components.familyName = name["familyName"]?.string
      fullName = components
    } else {
      fullName = nil
    }
    // The answer names the address of every authorization; Apple shares it with the first.
    email = answer.appleUser == nil ? nil : answer.email
    realUserStatus = answer.realUserStatus.flatMap(RealUserStatus.init(rawValue:)) ?? .unsupported
    state = answer.state
    authorizedScopes = answer.authorizedScopes ?? []
    rawNonce = answer.rawNonce
    claims = answer.claims ?? [:]
  }
}
