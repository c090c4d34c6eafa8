internal import EmuJSON
internal import EmuModel

extension IssuerOptions {
  /// - Throws: for a name that two claims would share, since one would be lost.
  func checkClaimNames(of provider: any IdentityProvider) throws(DocumentError) {
    guard let claimNames else { return }
    func wrong(_ message: String) -> DocumentError {
      DocumentError(field: "claimNames", message: message)
    }
    var claims = provider.everyClaim
    claims.merge(self.claims ?? [:])
    // Claims that keep their name, then renamed ones.
    var owners = [String: String](
      uniqueKeysWithValues: claims.keys.filter { claimNames[$0] == nil }.map { ($0, $0) })
    for (standard, name) in claimNames.sorted(by: { $0.key < $1.key }) {
      guard !name.isEmpty, name.utf8.count <= 256 else { throw wrong("a name has 1 to 256 bytes") }
      if let owner = owners.updateValue(standard, forKey: name) {
        throw wrong(
          "\(standard) and \(owner) would both be called \(name.prefix(64)), and one of them be lost; "
            + "give each another name, or exchange two names")
      }
    }
  }
}

extension IdentityProvider {
  /// The claims of a token of a person with every member.
  fileprivate var everyClaim: JSONObject {
    var person = Person(issuer: id, subject: "1")
    person.email = "person@example.com"
    person.name = PersonName(full: "Given Family", given: "Given", family: "Family")
    person.picture = "https://example.com/picture"
    let now = Timestamp(seconds: 0)
    return idTokenClaims(
      for: TokenSubject(
        person: person, clientID: "client", issuer: "https://example.com", nonce: "nonce",
        issuedAt: now, expiresAt: now, authTime: now, accessTokenHash: "hash", codeHash: "hash",
        pairwiseSeed: String(repeating: "0", count: 64)))
  }
}
