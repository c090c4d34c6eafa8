internal import EmuJSON
package import EmuModel

extension AccountDocument {
  /// The maximum length of the claims as JSON text, in bytes: every token of the person contains
  /// them.
  private static let longestClaims = 16 << 10

  /// Checks every value, and that the provider can have such a person.
  package func check(for provider: any IdentityProvider) throws(DocumentError) {
    try DocumentError.check(sub, "sub", limit: AccountLimits.rawID)
    if let sub, sub.isDotSegment {
      throw DocumentError(field: "sub", message: "write more than dots, since paths contain it")
    }
    if let email, !EmailAddress.isPlausible(email) {
      throw DocumentError(
        field: "email",
        message: "\"\(email.prefix(80))\" is not an e-mail address; write it as name@example.com")
    }
    let limit = AccountLimits.displayName
    // The parts of a full name were not written, so that no error concerns them.
    if name?.full == nil {
      try DocumentError.check(name?.given, "name.givenName", limit: limit)
      try DocumentError.check(name?.family, "name.familyName", limit: limit)
    }
    try DocumentError.check(name?.display, "name", limit: limit)
    try DocumentError.check(picture, "picture", limit: AccountLimits.photoURL)
    // Of any other text: a page stores the id that a client sends.
    if let index = authorizedClients?.firstIndex(of: "") {
      throw DocumentError(
        field: "authorizedClients[\(index)]", message: "the client id is empty; leave it out")
    }
    if let claims, JSON.object(claims).serializedBytes().count > Self.longestClaims {
      throw DocumentError(
        field: "claims",
        message: "these take more than \(Self.longestClaims) bytes as JSON; leave some out")
    }
    if hideEmail == true, !provider.hidesEmail {
      throw DocumentError(
        field: "hideEmail",
        message: "\(provider.id) hides no address; leave it out")
    }
    try checkRelay(of: provider)
    if tenant != nil, provider.tenancy == nil {
      throw DocumentError(
        field: "tenant", message: "\(provider.id) has no tenants; leave it out")
    }
    try provider.check(self)
  }

  private func checkRelay(of provider: any IdentityProvider) throws(DocumentError) {
    guard let domain = provider.relayDomain else {
      guard relayEmail == nil, relayForwards == nil else {
        throw DocumentError(
          field: relayEmail == nil ? "relayForwards" : "relayEmail",
          message: "\(provider.id) has no relay; leave it out")
      }
      return
    }
    if let relayEmail, !EmailAddress.isPlausible(relayEmail) || !relayEmail.hasSuffix(domain) {
      throw DocumentError(
        field: "relayEmail", message: "write an address that ends with \(domain)")
    }
  }

  /// Rejects a subject that is not a number, for providers with numeric ids.
  package func checkNumber(at provider: String) throws(DocumentError) {
    guard let sub else { return }
    // By its one spelling, since 7 and 007 have the same number in answers.
    guard let number = Int64(sub), number > 0, String(number) == sub else {
      throw DocumentError(
        field: "sub",
        message: "\(provider) counts its people; write a number from 1 to \(Int64.max) without "
          + "leading zeros, such as 1004711, or leave it out")
    }
  }
}
