import EmuJSON
import Foundation

/// Tokens that a test writes by itself.
enum TokenText {
  static let customTokenAudience =
    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

  /// A token without a signature.
  static func unsigned(_ claims: JSON) -> String {
    "\(base64URL(#"{"alg":"none"}"#)).\(base64URL(claims.serialized()))."
  }

  /// A token with a signature that nobody can check.
  static func signedBySomebody(_ claims: JSON) -> String {
    "\(base64URL(#"{"alg":"RS256","kid":"k"}"#)).\(base64URL(claims.serialized())).AAAA"
  }

  private static func base64URL(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}
