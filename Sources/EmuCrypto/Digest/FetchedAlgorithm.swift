internal import COpenSSL

/// A hash function or a cipher, fetched from OpenSSL once for the life of the process.
///
/// The `EVP_sha256()` family looks up its implementation on each use, under a lock; a fetched
/// method does not (`EVP_MD_fetch(3)`).
// @unchecked: the pointer never changes and OpenSSL only reads a fetched algorithm.
final class FetchedAlgorithm: @unchecked Sendable {
  let pointer: OpaquePointer
  let name: String

  private init(
    _ name: String,
    _ fetch: (OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> OpaquePointer?
  ) {
    guard let pointer = fetch(nil, name, nil) else {
      preconditionFailure("OpenSSL's default provider has no \(name)")
    }
    self.pointer = pointer
    self.name = name
  }

  fileprivate static let md5 = FetchedAlgorithm("MD5", EVP_MD_fetch)
  fileprivate static let sha1 = FetchedAlgorithm("SHA1", EVP_MD_fetch)
  fileprivate static let sha256 = FetchedAlgorithm("SHA2-256", EVP_MD_fetch)
  fileprivate static let sha384 = FetchedAlgorithm("SHA2-384", EVP_MD_fetch)
  fileprivate static let sha512 = FetchedAlgorithm("SHA2-512", EVP_MD_fetch)
  static let aes256CTR = FetchedAlgorithm("AES-256-CTR", EVP_CIPHER_fetch)
}

extension Digest {
  var method: FetchedAlgorithm {
    switch self {
    case .md5: .md5
    case .sha1: .sha1
    case .sha256: .sha256
    case .sha384: .sha384
    case .sha512: .sha512
    }
  }
}
