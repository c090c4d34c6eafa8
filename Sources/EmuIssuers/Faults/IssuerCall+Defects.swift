internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity
internal import EmuStore

extension IssuerCall {
  /// Applies configured defects to the responses of an issuer's endpoint, permanently or by a fault.
  ///
  /// Every request to an issuer passes here. Without defects, the response is unchanged. Faults that
  /// replace, truncate or delay a response apply before all routes (`FaultStep`).
  func withDefects(_ body: () -> Answer) -> Answer {
    guard let endpoint = route.endpoint, let issuerID else { return body() }
    let defects = defects(at: endpoint, of: issuerID)
    guard !defects.isEmpty else { return body() }
    var answer = body()
    if defects.contains(.contentType) {
      answer = answer.map { response in
        var response = response
        response.headers["Content-Type"] = "text/plain; charset=utf-8"
        return response
      }
    }
    return defects.contains(.userInfoSubject) ? answer.map(\.ofAnotherSubject) : answer
  }

  private func defects(at endpoint: IssuerEndpoint, of issuer: String) -> [Defect] {
    let possible = Defect.allCases.filter { $0.endpoints.contains(endpoint) }
    guard !possible.isEmpty else { return [] }
    let store = services.store
    let standing = store.options(ofIssuer: issuer).standingDefects.filter(possible.contains)
    guard store.hasFaults, let site = try? services.sites.issuer(issuer) else {
      return standing
    }
    let subject = IssuerSubject(self, at: site)
    let taken = appliedFaults.faults(at: "answer") {
      store.takeFaults(at: now, about: subject.faultValues) { fault in
        fault.defect.map(possible.contains) ?? false
      }
    }
    for fault in taken {
      explanation.add(
        .fault, .chose,
        "The fault \(fault.id) was set: \(fault.effect.defect ?? ""). GET /emulator/v1/faults lists "
          + "the faults that are left.")
    }
    return standing + taken.compactMap(\.defect)
  }
}

extension Defect {
  /// The endpoints whose responses have the defect; empty for defects of tokens.
  fileprivate var endpoints: [IssuerEndpoint] {
    switch self {
    case .userInfoSubject: [.userInfo]
    case .contentType: [.discovery, .keys, .token, .userInfo]
    default: []
    }
  }
}

extension Response {
  fileprivate var ofAnotherSubject: Response {
    guard let claims = bytes.flatMap({ try? JSON(parsing: $0) })?.object else { return self }
    var response = self
    response.body = .bytes(JSON.object(claims.ofAnotherSubject).serializedBytes())
    return response
  }
}

extension JSONObject {
  /// The same object with another subject, under any of the providers' names.
  fileprivate var ofAnotherSubject: JSONObject {
    var claims = self
    for name in ["sub", "id", "id_str"] {
      if let subject = claims[name]?.string { claims[name] = .string("not-" + subject) }
    }
    if let number = claims["id"]?.int { claims["id"] = .int(number ^ 1) }
    if let data = claims["data"]?.object { claims["data"] = .object(data.ofAnotherSubject) }
    return claims
  }
}
