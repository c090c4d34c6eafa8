/// The supported RSA signatures of RFC 7518 §3.3 and §3.5, by their JOSE names.
package enum RSASignatureScheme: Sendable {
  case rs256
  case rs384
  case rs512
  case ps256

  var parameters: SignatureScheme {
    switch self {
    case .rs256: SignatureScheme(digest: .sha256)
    case .rs384: SignatureScheme(digest: .sha384)
    case .rs512: SignatureScheme(digest: .sha512)
    case .ps256: SignatureScheme(digest: .sha256, isPSS: true)
    }
  }
}
