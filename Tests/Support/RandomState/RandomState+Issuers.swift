internal import EmuHTTP
internal import EmuJSON

// People of fake providers, and the options of issuers.

extension RandomState {
  mutating func addPeople() {
    let issuers = [
      "google.com", "apple.com", "microsoft.com", "github.com", "oidc.corp", "saml.corp",
    ]
    for issuer in issuers where values.chance(35) {
      for _ in 0..<values.number(1...2) { addPerson(of: issuer) }
    }
  }

  private mutating func addPerson(of issuer: String) {
    var person: JSONObject = [
      "sub": .string(
        issuer == "github.com" ? "\(1000 + values.next())" : "s\(values.word())\(values.next())")
    ]
    if issuer == "microsoft.com" { person["sub"] = nil }
    if issuer == "microsoft.com" || values.chance(70) {
      person["email"] = .string(values.address())
    }
    if values.chance(60) { person["emailVerified"] = values.flag() }
    switch values.number(0...3) {
    case 0: person["name"] = .string("N\(values.line(40))")
    case 1:
      person["name"] = [
        "givenName": .string(values.line(20)), "familyName": .string(values.line(20)),
      ]
    case 2: person["name"] = ["familyName": .string(values.line(20))]
    default: break
    }
    if values.chance(30) { person["picture"] = .string(values.line(60)) }
    if issuer == "apple.com" {
      if values.chance(50) { person["hideEmail"] = values.flag() }
      if values.chance(50) { person["relayForwards"] = values.flag() }
    }
    if values.chance(40) { person["claims"] = try? JSON(parsing: values.claims()) }
    if values.chance(30) { person["authorizedClients"] = ["b", "a"] }
    let isOwn = values.chance(50)
    if isOwn {
      seed(.people, ["people": [issuer: [.object(person)]]])
    } else {
      control(
        .people, .post, "seed",
        ["version": 1, "issuers": [issuer: ["accounts": [.object(person)]]]])
    }
  }

  mutating func addIssuers() {
    for issuer in ["google.com", "oidc.corp", "oidc.other", "saml.corp"] where values.chance(30) {
      var options = JSONObject()
      for name in ["idTokenLifetimeSeconds", "accessTokenLifetimeSeconds", "codeLifetimeSeconds"] {
        if values.chance(30) { options[name] = .int(Int64(values.number(1...9999))) }
      }
      if values.chance(30) { options["timeOffsetSeconds"] = .int(Int64(values.number(-9...9))) }
      if values.chance(40) { options["claims"] = try? JSON(parsing: values.claims()) }
      if values.chance(20) { options["claimNames"] = values.one(of: [[:], ["name": "cn"]]) }
      if values.chance(20) { options["defects"] = values.one(of: [[], ["expired"]]) }
      if values.chance(30) {
        options["clients"] = values.one(of: [
          [], [["clientId": "c", "clientSecret": "s", "redirectUris": []]],
          [["clientId": "d", "redirectUris": ["https://x.test/cb"], "authentication": "none"]],
        ])
      }
      if issuer.hasPrefix("oidc.") {
        for name in ["rotatesRefreshTokens", "requiresPushedRequests", "requiresDPoP"]
        where values.chance(40) {
          options[name] = values.flag()
        }
      }
      if values.chance(30) { options["requiresPKCE"] = values.flag() }
      if issuer.hasPrefix("saml."), values.chance(50) {
        options["requiresSignedRequests"] = values.flag()
      }
      if values.chance(30) {
        options["rules"] = values.one(of: [
          [], [["match": ["scope": "admin"], "targets": ["id_token"], "claims": ["groups": []]]],
          [["claims": ["email": nil, "n": 0, "f": false]]],
        ])
      }
      guard !options.isEmpty else { continue }
      control(.issuers, .patch, "issuers/\(issuer)", .object(options))
    }
  }
}
