struct BatchDeleteRequest: Decodable, Sendable {
  var localIds: [String]?
  var force: Bool?
  var tenantId: String?
}

struct BatchDeleteResponse: Codable, Sendable {
  var errors: [Failure]?
}

extension BatchDeleteResponse {
  /// The reason that one id was not deleted.
  struct Failure: Codable, Sendable {
    var index: Int
    var localId: String
    var message: String
  }
}
