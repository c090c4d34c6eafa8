/// `accounts:batchDelete`: request.
package struct BatchDeleteRequest: Decodable, Sendable {
  package var localIds: [String]?
  package var force: Bool?
  package var tenantId: String?
}

/// `accounts:batchDelete`: response.
package struct BatchDeleteResponse: Codable, Sendable {
  package var errors: [Failure]?

  package init() {}
}

extension BatchDeleteResponse {
  /// The reason that one id was not deleted.
  package struct Failure: Codable, Sendable {
    package var index: Int
    package var localId: String
    package var message: String

    package init(index: Int, localId: String, message: String) {
      self.index = index
      self.localId = localId
      self.message = message
    }
  }
}
