internal import CXMLSec

/// A document that cannot be read, or a signature that does not count.
package enum XMLError: Error, Sendable, Hashable {
  /// libxmlsec1 cannot be loaded, for this reason.
  case library(String)
  case malformed
  /// A root element that is not a request for a sign-in.
  case noSignIn(String)
  case hasDoctype
  case exceeds(XMLLimit)
  case ambiguousID
  case unsigned
  case foreignReference
  case badKey
  /// The key did not make the signature, or what it signs was changed.
  case invalid

  static func throwUnlessDone(_ outcome: emu_xml_outcome) throws(XMLError) {
    switch outcome {
    case emu_xml_done: return
    case emu_xml_malformed: throw .malformed
    case emu_xml_ambiguous_id: throw .ambiguousID
    case emu_xml_unsigned: throw .unsigned
    case emu_xml_foreign_reference: throw .foreignReference
    case emu_xml_bad_key: throw .badKey
    default: throw .invalid
    }
  }

  /// The reason, as a sentence without its end.
  package var message: String {
    switch self {
    case .library(let problem):
      """
      libxmlsec1, which reads messages of SAML and checks their signatures, cannot be loaded (\(problem)); \
      install libxmlsec1-openssl on Debian and Ubuntu, libxmlsec1 with Homebrew
      """
    case .malformed:
      "the message is not well-formed XML in UTF-8"
    case .noSignIn("AuthnRequest"):
      "the AuthnRequest lacks its namespace, an ID, or exactly one Issuer"
    case .noSignIn(let name):
      "it is no AuthnRequest, but \(name.prefix(64)); only requests for a sign-in are served, and no "
        + "single logout"
    case .hasDoctype: "the message has a document type, which SAML does not allow"
    case .exceeds(let limit): limit.message
    case .ambiguousID: "not exactly one element has the signed ID"
    case .unsigned: "the element is not signed, or signed more than once"
    case .foreignReference:
      "the signature is not about its own element alone, or uses an algorithm other than RSA with "
        + "SHA-256 and up"
    case .badKey: "no certificate of the identity provider can be read"
    case .invalid: "the certificate's key did not make the signature, or what it signs was changed"
    }
  }
}
