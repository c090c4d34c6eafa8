internal import EmuJSON

/// `accounts:batchCreate`: request.
package struct BatchCreateRequest: Decodable, Sendable {
  package var users: [UserInfo]?
  package var hashAlgorithm: String?
  /// Base64.
  package var signerKey: String?
  /// Base64.
  package var saltSeparator: String?
  package var rounds: Int32?
  package var memoryCost: Int32?
  package var parallelization: Int32?
  package var blockSize: Int32?
  package var dkLen: Int32?
  package var cpuMemCost: Int32?
  package var passwordHashOrder: PasswordHashOrder?
  package var argon2Parameters: Argon2Parameters?
  package var allowOverwrite: Bool?
  package var sanityCheck: Bool?
  package var tenantId: String?
  package var targetProjectId: String?
  // Published, accepted and not used.
  package var delegatedProjectNumber: Int64?
}

/// `accounts:batchCreate`: response.
package struct BatchCreateResponse: Codable, Sendable {
  package var kind: String
  /// Absent when every user was stored.
  package var error: [Failure]?

  package init(kind: String) {
    self.kind = kind
  }
}

extension BatchCreateResponse {
  /// The reason that one user was not stored.
  package struct Failure: Codable, Sendable {
    package var index: Int
    package var message: String

    package init(index: Int, message: String) {
      self.index = index
      self.message = message
    }
  }
}

/// The parameters of imported Argon2 hashes.
package struct Argon2Parameters: Decodable, Sendable {
  package var hashLengthBytes: Int32?
  package var hashType: Argon2HashType?
  package var parallelism: Int32?
  package var iterations: Int32?
  package var memoryCostKib: Int32?
  package var version: Argon2Version?
  /// Base64.
  package var associatedData: String?
}

/// The order of password and salt in the hashed text.
package enum PasswordHashOrder: String, WireEnum {
  case unspecified = "UNSPECIFIED_ORDER"
  case saltFirst = "SALT_AND_PASSWORD"
  case passwordFirst = "PASSWORD_AND_SALT"

  package static let protoName =
    "google.cloud.identitytoolkit.v1.UploadAccountRequest.PasswordHashOrder"
}

/// The variant of Argon2.
package enum Argon2HashType: String, WireEnum {
  case unspecified = "HASH_TYPE_UNSPECIFIED"
  case d = "ARGON2_D"
  case id = "ARGON2_ID"
  case i = "ARGON2_I"

  package static let protoName =
    "google.cloud.identitytoolkit.v1.Argon2Parameters.HashType"
}

package enum Argon2Version: String, WireEnum {
  case unspecified = "VERSION_UNSPECIFIED"
  case v10 = "VERSION_10"
  case v13 = "VERSION_13"

  package static let protoName = "google.cloud.identitytoolkit.v1.Argon2Parameters.Version"
}
