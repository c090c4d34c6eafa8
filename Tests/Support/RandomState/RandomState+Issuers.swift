internal import EmuHTTP
internal import EmuJSON

// People of fake providers, and the options of issuers.

extension RandomState {
  mutating func addPeople() {
    for issuer in [
      "google.com", "apple.com", "microsoft.com", "github.com", "oidc.corp", "saml.corp",
    ] where values.chance(35) {
      for _ in 0..<values.number(1...2) { addPerson(of: issuer) }
    }
  }

  private mutating func addPerson(of issuer: String) {
    var person = values.document(
      """
      {'email?70': 'ADDRESS', 'emailVerified?60': 'FLAG', 'picture?30': 'LINE 60',
       'name?75': {one: ['NAME 40', {givenName: 'LINE 20', familyName: 'LINE 20'},
         {familyName: 'LINE 20'}]},
       'claims?40': 'CLAIMS', 'authorizedClients?30': ['b', 'a']}
      """)
    switch issuer {
    case "microsoft.com": person["email"] = .string(values.address())
    case "github.com": person["sub"] = .string("\(1000 + values.next())")
    default: person["sub"] = .string("s\(values.word())\(values.next())")
    }
    if issuer == "apple.com" {
      let relay = values.document("{'hideEmail?50': 'FLAG', 'relayForwards?50': 'FLAG'}")
      for member in relay { person[member.key] = member.value }
    }
    if values.chance(50) {
      seed(["people": [issuer: [.object(person)]]])
    } else {
      control(.post, "seed", ["version": 1, "issuers": [issuer: ["accounts": [.object(person)]]]])
    }
  }

  mutating func addIssuers() {
    for issuer in ["google.com", "oidc.corp", "oidc.other", "saml.corp"] where values.chance(30) {
      let own =
        switch issuer.prefix(5) {
        case "oidc.":
          """
          'rotatesRefreshTokens?40': 'FLAG', 'requiresPushedRequests?40': 'FLAG',
          'requiresDPoP?40': 'FLAG',
          """
        default: ""
        }
      let saml = "{'defects?20': {one: [[], ['expired']]}}"
      let options = values.document(
        issuer == "saml.corp"
          ? saml
          : """
          {'idTokenLifetimeSeconds?30': 'NUMBER 1 9999', 'codeLifetimeSeconds?30': 'NUMBER 1 9999',
           'accessTokenLifetimeSeconds?30': 'NUMBER 1 9999', 'timeOffsetSeconds?30': 'NUMBER -9 9',
           'claims?40': 'CLAIMS', 'claimNames?20': {one: [{}, {name: 'cn'}]},
           'defects?20': {one: [[], ['expired']]}, 'requiresPKCE?30': 'FLAG', \(own)
           'clients?30': {one: [
             [], [{clientId: 'c', clientSecret: 's', redirectUris: []}],
             [{clientId: 'd', redirectUris: ['https://x.test/cb'], authentication: 'none'}]]},
           'rules?30': {one: [
             [], [{match: {scope: 'admin'}, targets: ['id_token'], claims: {groups: []}}],
             [{claims: {email: null, n: 0, f: false}}]]}}
          """)
      guard !options.isEmpty else { continue }
      control(.patch, "issuers/\(issuer)", .object(options))
    }
  }
}
