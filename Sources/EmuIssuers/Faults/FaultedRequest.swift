internal import EmuHTTP
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// Whom a request to an issuer is about, as far as it says so itself.
struct FaultedRequest {
  let call: IssuerCall

  private func field(_ name: String) -> String? {
    let form = TokenForm.isForm(call.request) ? call.request.form.first(name) : nil
    return form ?? call.request.query.first(name)
  }

  /// The client that names itself in a field, a header or an assertion, or that an access token is
  /// of.
  var clientID: String? {
    if let id = field("client_id") { return id }
    if let assertion = field("client_assertion") {
      let payload = (try? CompactJWT(assertion).payload()).flatMap { try? JSON(parsing: $0) }
      return payload?["sub"]?.string
    }
    if let header = try? ClientCredentials.basic(call.request) { return header.id }
    return grant?.clientID
  }

  /// The person whom a code or a token is of.
  var person: Person? {
    guard let grant else { return nil }
    return (try? call.services.store.read { try $0.person(key: grant.personKey) }) ?? nil
  }

  /// The consent behind the code or the token that is presented.
  private var grant: Grant? {
    let bearer = call.request.headers["Authorization"].flatMap { header in
      header.lowercased().hasPrefix("bearer ") ? String(header.dropFirst(7)) : nil
    }
    let token = bearer ?? field("refresh_token") ?? field("token") ?? field("access_token")
    return
      (try? call.services.store.read { reader -> Grant? in
        let key =
          try field("code").flatMap { try reader.authorizationCode($0)?.grantKey }
          ?? token.flatMap { try reader.issuerToken($0)?.grantKey }
        return try key.flatMap { try reader.grant(key: $0) }
      }) ?? nil
  }
}
