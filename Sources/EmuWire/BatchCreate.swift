/// `accounts:batchCreate`: request.
package struct BatchCreateRequest: Decodable, Sendable {
  package var users: [UserInfo]?
  package var hashAlgorithm: String?
  /// Base64.
  package var signerKey: String?
  /// Base64.
  package var saltSeparator: String?
  package var rounds: Int?
  package var memoryCost: Int?
  package var parallelization: Int?
  package var blockSize: Int?
  package var dkLen: Int?
  package var cpuMemCost: Int?
  package var passwordHashOrder: String?
  package var argon2Parameters: Argon2Parameters?
  package var allowOverwrite: Bool?
  package var sanityCheck: Bool?
  package var tenantId: String?
  package var targetProjectId: String?
}

/// `accounts:batchCreate`: answer.
package struct BatchCreateResponse: Codable, Sendable {
  package var kind: String
  /// Absent when every user was stored.
  package var error: [Failure]?

  package init(kind: String) {
    self.kind = kind
  }
}

extension BatchCreateResponse {
  /// Why one user was not stored.
  package struct Failure: Codable, Sendable {
    package var index: Int
    package var message: String

    package init(index: Int, message: String) {
      self.index = index
      self.message = message
    }
  }
}

/// How imported Argon2 hashes were made.
package struct Argon2Parameters: Codable, Sendable {
  package var hashLengthBytes: Int?
  package var hashType: String?
  package var parallelism: Int?
  package var iterations: Int?
  package var memoryCostKib: Int?
  package var version: String?
  /// Base64.
  package var associatedData: String?
}
