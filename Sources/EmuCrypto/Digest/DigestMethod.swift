internal import COpenSSL

/// A hash function and HMAC with it, fetched from OpenSSL once for the life of the process.
///
/// The `EVP_sha256()` family looks up its implementation on each use, under a lock; a fetched
/// method does not (`EVP_MD_fetch(3)`).
// @unchecked: the pointers never change, OpenSSL only reads a fetched method, and the template is
// only ever the source of a copy.
final class DigestMethod: @unchecked Sendable {
  let pointer: OpaquePointer
  /// An HMAC context with its hash function chosen and no key, to be copied for each use.
  let hmacTemplate: OpaquePointer

  private init(_ name: String) {
    let algorithm = EVP_MAC_fetch(nil, "HMAC", nil)
    defer { EVP_MAC_free(algorithm) }
    guard let method = EVP_MD_fetch(nil, name, nil), let context = EVP_MAC_CTX_new(algorithm) else {
      preconditionFailure("OpenSSL's default provider has no \(name), or no HMAC")
    }
    var parameters = OpenSSLParameters()
    parameters.add(OSSL_MAC_PARAM_DIGEST, text: name)
    let status = parameters.withPointer { EVP_MAC_CTX_set_params(context, $0) }
    precondition(status == 1, "OpenSSL's HMAC does not take \(name)")
    pointer = method
    hmacTemplate = context
  }

  fileprivate static let md5 = DigestMethod("MD5")
  fileprivate static let sha1 = DigestMethod("SHA1")
  fileprivate static let sha256 = DigestMethod("SHA2-256")
  fileprivate static let sha384 = DigestMethod("SHA2-384")
  fileprivate static let sha512 = DigestMethod("SHA2-512")
}

extension Digest {
  var method: DigestMethod {
    switch self {
    case .md5: .md5
    case .sha1: .sha1
    case .sha256: .sha256
    case .sha384: .sha384
    case .sha512: .sha512
    }
  }
}
