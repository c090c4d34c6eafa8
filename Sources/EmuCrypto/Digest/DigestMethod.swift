internal import COpenSSL

/// A hash function fetched from OpenSSL once for the life of the process.
///
/// The `EVP_sha256()` family looks up its implementation on each use, under a lock; a fetched
/// method does not (`EVP_MD_fetch(3)`).
// @unchecked: the pointer never changes and OpenSSL only reads a fetched method.
final class DigestMethod: @unchecked Sendable {
  let pointer: OpaquePointer
  let name: String

  private init(_ name: String) {
    guard let pointer = EVP_MD_fetch(nil, name, nil) else {
      preconditionFailure("OpenSSL's default provider has no \(name)")
    }
    self.pointer = pointer
    self.name = name
  }

  deinit { EVP_MD_free(pointer) }

  fileprivate static let md5 = DigestMethod("MD5")
  fileprivate static let sha1 = DigestMethod("SHA1")
  static let sha256 = DigestMethod("SHA2-256")
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
