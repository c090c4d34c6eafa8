internal import EmuJSON
internal import EmuModel

struct QueryRequest: Codable, Sendable {
  var expression: [QueryExpression]?
  var limit: Int?
  var offset: Int?
  var sortBy: SortField?
  var order: SortOrder?
  var returnUserInfo: Bool?
  var tenantId: String?
}

struct QueryResponse: Codable, Sendable {
  /// A count, as text.
  var recordsCount: String
  var userInfo: [UserInfo]?
}

/// A condition of a query; of several fields only the first is compared.
struct QueryExpression: Codable, Sendable {
  var email: String?
  var phoneNumber: String?
  var userId: String?
}

enum SortField: String, WireEnum {
  case unspecified = "SORT_BY_FIELD_UNSPECIFIED"
  case userID = "USER_ID"
  case name = "NAME"
  case createdAt = "CREATED_AT"
  case lastLoginAt = "LAST_LOGIN_AT"
  case userEmail = "USER_EMAIL"

  static let protoName =
    "google.cloud.identitytoolkit.v1.QueryUserInfoRequest.SortByField"
}

enum SortOrder: String, WireEnum {
  case unspecified = "ORDER_UNSPECIFIED"
  case ascending = "ASC"
  case descending = "DESC"

  static let protoName =
    "google.cloud.identitytoolkit.v1.QueryUserInfoRequest.Order"
}
