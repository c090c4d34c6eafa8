internal import EmuHTTP
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The project, user and provider of a backend request, for matching faults and for the log of a
/// refusal. The body is read a second time for them.
struct BackendSubject: Sendable {
  private let services: Services
  private let path: PathParameters
  private let target: RequestTarget?
  /// The parsed body; null if it is invalid or too long.
  private let body: JSON

  init(_ services: Services, _ request: Request, _ path: PathParameters) {
    self.services = services
    self.path = path
    // JSON is read in the form of any profile, which the body may select.
    body =
      Dispatcher.isForm(request)
      ? Dispatcher.tree(of: request.form)
      : (try? JSON(parsing: request.body, options: .relaxed)) ?? .null
    let key = request.query.first("key").given ?? request.headers["X-Goog-Api-Key"]
    target = try? RequestTarget(path: path, body: body, key: key, services.idTokens)
  }

  var project: String? {
    // The operation checks whether the caller may name a project.
    let resolver = TargetResolver(services: services, caller: .admin, explanation: Explanation())
    return target.flatMap { try? resolver.projectID($0) }
  }

  /// The project of a request with a name or key of one; nil for the default one of any other.
  var namedProject: String? {
    target.flatMap { $0.pathProject ?? $0.bodyProject ?? $0.key } == nil ? nil : project
  }

  /// The provider named by the configuration path, the body, or the provider's response.
  private var provider: String? {
    namedProvider.map { id in
      project.flatMap { try? services.store.project($0) }?.providerID(id) ?? id.lowercased()
    }
  }

  private var namedProvider: String? {
    if let id = path["id"] ?? text("providerId", "provider_id") { return id }
    let sources = [
      text("postBody", "post_body"), text("requestUri", "request_uri").flatMap(Self.query),
    ]
    return sources.lazy.compactMap { $0 }
      .compactMap { FormFields(parsing: $0).first("providerId") }.first
  }

  func faultValues(_ field: FaultField) -> [String] {
    switch field {
    case .project: project.map { [$0] } ?? []
    case .provider: provider.map { [$0] } ?? []
    case .localID: localIDs
    case .email: emails
    case .clientID, .sub, .operation, .endpoint: []
    }
  }

  private var localIDs: [String] {
    texts("localId", "local_id") + texts("localIds", "local_ids")
      + [
        tokenText("user_id") ?? tokenText("sub"),
        text("refreshToken", "refresh_token").flatMap(RefreshToken.init(sealed:))?.session.uid,
        text("token", "token").flatMap { try? CompactJWT($0) }?.claims?["uid"]?.string,
      ].compactMap { $0 }
  }

  private var emails: [String] {
    (texts("email", "email") + texts("identifier", "identifier")
      + [tokenText("email")].compactMap { $0 }).map(EmailAddress.canonical)
  }

  private func tokenText(_ claim: String) -> String? {
    text("idToken", "id_token").flatMap(services.idTokens.token)?.claims[claim]?.string
  }

  private func text(_ camel: String, _ snake: String) -> String? {
    (body[camel] ?? body[snake])?.string.given
  }

  /// Returns a single text or a list of texts as an array.
  private func texts(_ camel: String, _ snake: String) -> [String] {
    guard let value = body[camel] ?? body[snake] else { return [] }
    return value.string.map { [$0] } ?? value.array?.compactMap(\.string) ?? []
  }

  private static func query(of address: String) -> String? {
    address.firstIndex(where: { $0 == "?" || $0 == "#" })
      .map { String(address[address.index(after: $0)...]) }
  }
}
