internal import EmuHTTP
internal import EmuJOSE
internal import EmuJSON

/// The client, user, provider and session of a logged request, as far as its headers and bodies name them.
///
/// Claims are read without a check of the token: the log also shows requests with a token that was rejected.
struct RequestParties {
  /// The header that names the SDK, or the client where no SDK sent the request.
  private(set) var client: String?
  /// The uid, and the address and number of the response, else of the request.
  private(set) var user = RequestReport.User()
  private(set) var providerID: String?
  /// The user and the time of the sign-in, `uid@1800000000`: requests of one session have the same.
  private(set) var session: String?

  /// The headers that name a client, the most exact first.
  private static let clientHeaders = ["x-client-version", "x-goog-api-client", "user-agent"]
  private static let longestName = 256

  /// - Parameter headers: the headers as the log shows them.
  init(_ entry: LoggedRequest, headers: [(name: String, value: String)]) {
    client = Self.clientHeaders.lazy.compactMap { name in
      headers.first { $0.name.lowercased() == name }?.value
    }.first.map { String($0.prefix(Self.longestName)) }
    let request = Self.document(entry.request.body, entry.request.contentType)
    let response = Self.document(entry.answer ?? [], entry.responseType)
    let claims = Self.sessionClaims(in: [response, request])
    user.localId =
      response?["localId"]?.string ?? claims?["sub"]?.string ?? response?["user_id"]?.string
      ?? request?["localId"]?.string ?? Self.onlyUser(request, response)
    func text(_ name: String) -> String? { response?[name]?.string ?? request?[name]?.string }
    let presented = Self.claims(ofPostBody: request?["postBody"]?.string)
    user.email = text("email") ?? (claims ?? presented)?["email"]?.string
    user.phoneNumber = text("phoneNumber") ?? claims?["phone_number"]?.string
    providerID =
      Self.provider(ofPostBody: request?["postBody"]?.string) ?? response?["providerId"]?.string
      ?? claims?["firebase"]?["sign_in_provider"]?.string
    if let claims, let uid = claims["sub"]?.string, let time = claims["auth_time"]?.int {
      session = "\(uid)@\(time)"
    }
  }

  private static func document(_ bytes: [UInt8], _ type: String?) -> JSON? {
    guard !bytes.isEmpty else { return nil }
    guard LoggedBody.isForm(bytes, type) else { return LoggedBody.tree(bytes, type) }
    let form = FormFields(parsing: bytes)
    var document = JSONObject()
    for name in ["idToken", "id_token", "postBody", "localId"] {
      document[name] = form.first(name).map(JSON.string)
    }
    return .object(document)
  }

  /// The claims of the first ID token of the backend in the documents.
  private static func sessionClaims(in documents: [JSON?]) -> JSONObject? {
    for document in documents {
      for name in ["idToken", "id_token"] {
        guard let text = document?[name]?.string, let claims = (try? CompactJWT(text))?.claims
        else { continue }
        // A token of a provider has no such claim.
        if claims["firebase"]?["sign_in_provider"] != nil { return claims }
      }
    }
    return nil
  }

  /// The claims of the ID token that a provider issued.
  private static func claims(ofPostBody text: String?) -> JSONObject? {
    let token = text.flatMap { FormFields(parsing: $0).first("id_token") }
    // An unsigned token may be its claims alone.
    return token.flatMap { (try? CompactJWT($0))?.claims ?? (try? JSON(parsing: $0))?.object }
  }

  private static func provider(ofPostBody text: String?) -> String? {
    text.flatMap { FormFields(parsing: $0).first("providerId") }
  }

  /// The user of an administrator's call, where it is about one.
  private static func onlyUser(_ request: JSON?, _ response: JSON?) -> String? {
    if let uids = request?["localId"]?.array, uids.count == 1 { return uids[0].string }
    guard let users = response?["users"]?.array, users.count == 1 else { return nil }
    return users[0]["localId"]?.string
  }
}
