internal import EmuHTTP
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The person, client and project of a request to an issuer, as far as the request names them.
struct IssuerSubject: Sendable {
  let issuer: any FakeIssuer
  let call: IssuerCall
  /// The sent fields: a form, the sealed fields of a page's form, and the query.
  private let sent: [FormFields]

  init(_ call: IssuerCall, at issuer: any FakeIssuer) {
    self.issuer = issuer
    self.call = call
    let form = TokenRequestForm.isForm(call.request) ? call.request.form : FormFields()
    let sealed =
      call.opened(call.sealedForm(of: issuer)) ?? call.opened(DevicePage.seal(issuer, call))
    sent = [form, sealed ?? FormFields(), call.request.query]
  }

  private func field(_ name: String) -> String? {
    sent.lazy.compactMap { $0.filled(name) }.first
  }

  func faultValues(_ field: FaultField) -> [String] {
    let value: String? =
      switch field {
      case .project: project
      case .provider: issuer.id
      case .clientID: clientID
      case .sub: person?.subject
      case .email: person?.email
      case .localID, .operation, .endpoint: nil
      }
    return value.map { [$0] } ?? []
  }

  private var project: String? {
    if call.route.style == .control, call.route.endpoint == nil {
      return call.request.query.first("project") ?? call.services.defaultProject
    }
    let begun = field("RelayState").flatMap(IdpSession.init(sealed:))
    return begun?.project ?? origin?.project ?? typedDevice?.project
      ?? (try? client())?.project.id
  }

  /// The project for the log; nil for a request without a client, such as one for keys.
  var namedProject: String? {
    let isOfSession = field("RelayState").flatMap(IdpSession.init(sealed:)) != nil
    return clientID == nil && !isOfSession && typedDevice == nil ? nil : project
  }

  /// The client of the request: in a field, a header, an assertion, a signature or a token.
  private var clientID: String? {
    if let id = field("client_id") { return id }
    if let assertion = field("client_assertion") {
      return (try? CompactJWT(assertion))?.claims?["sub"]?.string
    }
    if let header = try? ClientCredentials.basic(call.request) { return header.id }
    return SignedRequest(call)?["consumer_key"] ?? origin?.clientID
  }

  /// The person of a code or token, or the one who is named to sign in.
  private var person: Person? {
    if let person = origin?.person { return person }
    return read { reader in
      let hint = issuer.authorizeRules.prompts.hint
      guard let name = field("person") ?? field("emulator_auto") ?? field(hint) else { return nil }
      return try reader.person(
        subjectOrEmail: name,
        in: try client().project.people(of: issuer))
    }
  }

  private func client() throws -> AuthorizeClient {
    try AuthorizeClient(
      clientID ?? "", sent.first { $0.first("client_id") != nil } ?? [:], issuer.id, call)
  }

  /// The sign-in of a device whose code the page has.
  private var typedDevice: DeviceCode? {
    field("user_code").flatMap { typed in
      read { try DevicePage.device(typed, at: issuer, $0) }
    }
  }

  /// The origin of the presented code or token, if this issuer made it.
  private var origin: SecretOrigin? {
    read { reader -> SecretOrigin? in
      for grant in issuer.grantTypes {
        if let secret = field(grant.field), let origin = try grant.origin(of: secret, reader) {
          return origin
        }
      }
      return try token.flatMap(reader.origin(ofToken:))
        ?? (field("oauth_token") ?? SignedRequest(call)?["token"])
        .flatMap(reader.origin(ofRequestToken:))
    }.flatMap { $0.issuer == issuer.id ? $0 : nil }
  }

  private var token: String? {
    if let sent = call.authorization, ["bearer", "dpop", "token"].contains(sent.scheme) {
      return sent.text
    }
    return field("refresh_token") ?? field("token") ?? field("access_token")
      ?? SignedRequest(call)?["token"]
  }

  /// Reads the store. If that fails, the result is nil: the request will be rejected itself.
  private func read<T>(_ question: (ReadTransaction) throws -> T?) -> T? {
    (try? call.services.store.read(question)) ?? nil
  }
}
