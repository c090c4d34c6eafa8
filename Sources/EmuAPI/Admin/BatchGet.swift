internal import EmuJOSE
internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `accounts:batchGet`: a page of accounts in the order of their ids.
enum BatchGet: ReadOperation {
  struct Input: Decodable, Sendable {
    /// -1 for everyone, which the official emulator's exporter asks, and which is streamed.
    var maxResults: Int?
    var nextPageToken: String?
    // Published, taken and not used.
    var delegatedProjectNumber: Int64?
    var tenantId: String?
    var targetProjectId: String?
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: Reader
  ) throws -> BatchGetResponse {
    let limit = try limit(input.maxResults ?? 20)
    let after = try ProfileInput.given(input.nextPageToken).map(uid(ofPageToken:))
    // One more than asked tells whether there is a next page, without a count.
    var users = try store.users(in: context.scope, after: after, limit: limit + 1)
    var response = BatchGetResponse(kind: "identitytoolkit#DownloadAccountResponse")
    if users.count > limit {
      users.removeLast()
      response.nextPageToken = users.last.map { Base64URL.encode(Array($0.uid.utf8)) }
    }
    response.users =
      users.isEmpty ? nil : users.map(context.info(of:))
    return response
  }

  private static func limit(_ asked: Int) throws(APIError) -> Int {
    guard (1...1000).contains(asked) else { throw .invalidPageSelection }
    return asked
  }

  static func uid(ofPageToken token: String) throws(APIError) -> String {
    guard let bytes = Base64URL.decode(token), let uid = String(validating: bytes, as: UTF8.self)
    else { throw .invalidPageSelection }
    return uid
  }
}
