import EmuJSON
import Foundation

/// Tokens that tests create themselves.
enum TokenText {
  static let customTokenAudience =
    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

  /// Returns a token without a signature.
  static func unsigned(_ claims: JSON) -> String {
    "\(base64URL(#"{"alg":"none"}"#)).\(base64URL(claims.serialized()))."
  }

  /// Returns a token with a signature that cannot be verified.
  static func withInvalidSignature(_ claims: JSON) -> String {
    "\(base64URL(#"{"alg":"RS256","kid":"k"}"#)).\(base64URL(claims.serialized())).AAAA"
  }

  /// Returns the token with a replaced text in its readable part, otherwise unchanged.
  static func replacing(_ old: String, with new: String, in token: String) -> String {
    var parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var base64 = parts[1].replacing("-", with: "+").replacing("_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    let text = String(decoding: Data(base64Encoded: base64) ?? Data(), as: UTF8.self)
    parts[1] = base64URL(text.replacing(old, with: new))
    return parts.joined(separator: ".")
  }

  private static func base64URL(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}
