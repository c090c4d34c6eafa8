internal import EmuHTTP
internal import EmuIdentity
internal import EmuJOSE
internal import EmuModel
internal import EmuThread

extension IssuerCall {
  /// The id of the issuer in the path, which may not exist; nil without one.
  var issuerID: String? {
    if let named = parameters["issuer"] { return named }
    let segments = request.path.split(separator: "/", maxSplits: 2)
    guard segments.count > 1, segments[0] == "issuers" else { return nil }
    return String(segments[1])
  }

  /// Runs a call after the keys of an issuer are generated; no thread waits for them.
  ///
  /// Without an issuer, or with existing keys, the call runs immediately.
  func withKeys(of owner: String?, _ body: @escaping @Sendable () -> Answer) -> Answer {
    guard let owner else { return body() }
    if let issuer = try? services.sites.issuer(owner) {
      services.declareKeys(of: services.configured(issuer))
    }
    let asDrafts = readsKeys(of: owner)
    guard !services.keys.isPrepared(owner, asDrafts: asDrafts) else { return body() }
    return .made { [self] deliver in
      services.keys.prepare(issuer: owner, asDrafts: asDrafts) { [self] result in
        switch result {
        case .success: deliver(body())
        case .failure(let error): deliver(answer { throw error })
        }
      }
    }
  }

  /// Returns true for a GET that signs nothing, of an issuer that exists under any name: it stores no
  /// keys. Only the metadata of a limited number of SAML issuers does, since its readers pin the
  /// certificate.
  private func readsKeys(of owner: String) -> Bool {
    guard request.method == .get || request.method == .head, ProviderID.isOfFamily(owner) else {
      return false
    }
    let query = request.query
    let signs =
      route.endpoint == .authorize
      && (query.filled("emulator_auto") != nil || query.first("prompt") == "none")
    let isPinned =
      route.endpoint == .keys && ProviderFamily(of: owner) == .saml
      && services.keys.inventory.count < KeyRing.draftLimit
    return !signs && !isPinned
  }

  /// Runs slow work on a thread of a pool, unless the client has disconnected before.
  func later(on pool: WorkerPool, _ body: @escaping @Sendable () throws -> Answer) -> Answer {
    .made { [self] deliver in
      pool.submit(unless: request.hasDisconnected) { [self] in
        deliver(answer(body))
      } refused: { [self] refusal in
        deliver(answer { throw refusal })
      }
    }
  }
}

extension IssuerServices {
  func declareKeys(of issuer: any FakeIssuer) {
    keys.declare(
      issuer: issuer.id, algorithms: issuer.traits.algorithms,
      count: issuer.traits.keysPerAlgorithm)
  }
}
