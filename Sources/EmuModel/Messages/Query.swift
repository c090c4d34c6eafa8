internal import EmuJSON

/// `accounts:query`: request.
package struct QueryRequest: Codable, Sendable {
  package var expression: [QueryExpression]?
  package var limit: Int?
  package var offset: Int?
  package var sortBy: SortField?
  package var order: SortOrder?
  package var returnUserInfo: Bool?
  package var tenantId: String?
}

/// `accounts:query`: response.
package struct QueryResponse: Codable, Sendable {
  /// A count, as text.
  package var recordsCount: String
  package var userInfo: [UserInfo]?

  package init(recordsCount: String) {
    self.recordsCount = recordsCount
  }
}

/// A condition of a query: each field that is present must match.
package struct QueryExpression: Codable, Sendable {
  package var email: String?
  package var phoneNumber: String?
  package var userId: String?
}

/// The sort key of a query.
package enum SortField: String, WireEnum {
  case unspecified = "SORT_BY_FIELD_UNSPECIFIED"
  case userID = "USER_ID"
  case name = "NAME"
  case createdAt = "CREATED_AT"
  case lastLoginAt = "LAST_LOGIN_AT"
  case userEmail = "USER_EMAIL"

  package static let protoName =
    "google.cloud.identitytoolkit.v1.QueryUserInfoRequest.SortByField"
}

/// The direction of a sort.
package enum SortOrder: String, WireEnum {
  case unspecified = "ORDER_UNSPECIFIED"
  case ascending = "ASC"
  case descending = "DESC"

  package static let protoName =
    "google.cloud.identitytoolkit.v1.QueryUserInfoRequest.Order"
}
