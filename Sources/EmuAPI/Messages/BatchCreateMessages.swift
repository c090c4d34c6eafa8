internal import EmuJSON
internal import EmuModel

struct BatchCreateRequest: Decodable, Sendable {
  var users: [UserInfo]?
  var hashAlgorithm: String?
  @Formatted<Base64Format> var signerKey: String?
  @Formatted<Base64Format> var saltSeparator: String?
  var rounds: Int32?
  var memoryCost: Int32?
  var parallelization: Int32?
  var blockSize: Int32?
  var dkLen: Int32?
  var cpuMemCost: Int32?
  var passwordHashOrder: PasswordHashOrder?
  var argon2Parameters: Argon2Parameters?
  var allowOverwrite: Bool?
  var sanityCheck: Bool?
  var tenantId: String?
  var targetProjectId: String?
  // Published, accepted and not used.
  var delegatedProjectNumber: Int64?
}

struct BatchCreateResponse: Codable, Sendable {
  var kind = "identitytoolkit#UploadAccountResponse"
  /// Absent when every user was stored.
  var error: [Failure]?
}

extension BatchCreateResponse {
  /// The reason that one user was not stored.
  struct Failure: Codable, Sendable {
    var index: Int
    var message: String
  }
}

struct Argon2Parameters: Decodable, Sendable {
  var hashLengthBytes: Int32?
  var hashType: Argon2HashType?
  var parallelism: Int32?
  var iterations: Int32?
  var memoryCostKib: Int32?
  var version: Argon2Version?
  @Formatted<Base64Format> var associatedData: String?
}

/// The order of password and salt in the hashed text.
enum PasswordHashOrder: String, WireEnum {
  case unspecified = "UNSPECIFIED_ORDER"
  case saltFirst = "SALT_AND_PASSWORD"
  case passwordFirst = "PASSWORD_AND_SALT"

  static let protoName =
    "google.cloud.identitytoolkit.v1.UploadAccountRequest.PasswordHashOrder"
}

enum Argon2HashType: String, WireEnum {
  case unspecified = "HASH_TYPE_UNSPECIFIED"
  case d = "ARGON2_D"
  case id = "ARGON2_ID"
  case i = "ARGON2_I"

  static let protoName =
    "google.cloud.identitytoolkit.v1.Argon2Parameters.HashType"
}

enum Argon2Version: String, WireEnum {
  case unspecified = "VERSION_UNSPECIFIED"
  case v10 = "VERSION_10"
  case v13 = "VERSION_13"

  static let protoName = "google.cloud.identitytoolkit.v1.Argon2Parameters.Version"
}
