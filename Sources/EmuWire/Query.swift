package import EmuJSON

/// `accounts:query`: request.
package struct QueryRequest: JSONRecord, Sendable {
  package var expression: [QueryExpression]?
  package var limit: Int?
  package var offset: Int?
  package var sortBy: SortField?
  package var order: SortOrder?
  package var returnUserInfo: Bool?
  package var tenantId: String?

  package init() {}

  package mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("expression", &expression)
    try member("limit", &limit)
    try member("offset", &offset)
    try member("sortBy", &sortBy)
    try member("order", &order)
    try member("returnUserInfo", &returnUserInfo)
    try member("tenantId", &tenantId)
  }
}

/// `accounts:query`: response.
package struct QueryResponse: JSONRecord, Sendable {
  /// A count, as text.
  package var recordsCount: String
  package var userInfo: [UserInfo]?

  package init(recordsCount: String) {
    self.recordsCount = recordsCount
  }

  package init() {
    recordsCount = ""
  }

  package mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("recordsCount", &recordsCount)
    try member("userInfo", &userInfo)
  }
}

/// A condition of a query: each field that is present must match.
package struct QueryExpression: JSONRecord, Sendable {
  package var email: String?
  package var phoneNumber: String?
  package var userId: String?

  package init() {}

  package mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("email", &email)
    try member("phoneNumber", &phoneNumber)
    try member("userId", &userId)
  }
}

/// The sort key of a query.
package enum SortField: String, WireEnum {
  case unspecified = "SORT_BY_FIELD_UNSPECIFIED"
  case userID = "USER_ID"
  case name = "NAME"
  case createdAt = "CREATED_AT"
  case lastLoginAt = "LAST_LOGIN_AT"
  case userEmail = "USER_EMAIL"

  package static let protoName: String? =
    "google.cloud.identitytoolkit.v1.QueryUserInfoRequest.SortByField"

  package var number: Int {
    switch self {
    case .unspecified: 0
    case .userID: 1
    case .name: 2
    case .createdAt: 3
    case .lastLoginAt: 4
    case .userEmail: 5
    }
  }
}

/// The direction of a sort.
package enum SortOrder: String, WireEnum {
  case unspecified = "ORDER_UNSPECIFIED"
  case ascending = "ASC"
  case descending = "DESC"

  package var number: Int {
    switch self {
    case .unspecified: 0
    case .ascending: 1
    case .descending: 2
    }
  }
}
