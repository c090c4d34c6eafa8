internal import EmuControlCalls
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity
internal import EmuStore

/// `GET` and `PATCH issuers/{id}`: the options of an issuer.
enum IssuerOptionsCalls {
  static func get(_ call: IssuerCall) throws -> ControlAnswer<IssuerDetails> {
    try ControlAnswer(shown(try call.issuer(), call))
  }

  /// Changes the options in the body; null restores the provider's default.
  static func update(_ call: IssuerCall) throws -> ControlAnswer<IssuerDetails> {
    let issuer = try call.issuer()
    let body = try call.body()
    // Checked separately first, so that an error names the sent value, not a stored one.
    _ = try options(body, of: issuer)
    return call.write { [store = call.services.store] writer in
      let stored = try writer.reader.options(ofIssuer: issuer.id)
      var document = try JSONEncoding.tree(of: stored).object ?? [:]
      document.merge(body)
      let options = try merged(document, with: body, of: issuer)
      try writer.store(options, ofIssuer: issuer.id, in: store)
    } answering: { _ in
      let issuer = call.services.configured(issuer)
      call.services.declareKeys(of: issuer)
      return try shown(issuer, call)
    }
  }

  /// Returns the merged options. Stored values may be incompatible with the new ones.
  private static func merged(
    _ document: JSONObject, with body: JSONObject, of issuer: any FakeIssuer
  ) throws -> IssuerOptions {
    do {
      return try options(document, of: issuer)
    } catch {
      let kept = document.keys.filter { body[$0] == nil }.joined(separator: ", ")
      throw ControlError.invalid(
        "\(ControlError(translating: error).message) Kept from before are \(kept); send null for what shall go."
      )
    }
  }

  private static func options(
    _ body: JSONObject, of issuer: any FakeIssuer
  ) throws -> IssuerOptions {
    var options = try ControlBody.read(IssuerOptions.self, from: .object(body))
    try options.check(for: issuer.provider)
    return options
  }

  private static func shown(_ issuer: any FakeIssuer, _ call: IssuerCall) throws -> IssuerDetails {
    IssuerDetails(issuer: try IssuerList.entry(issuer, call), options: issuer.options)
  }
}
