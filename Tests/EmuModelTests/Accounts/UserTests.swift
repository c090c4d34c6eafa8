import Testing

@testable import EmuModel

@Suite struct `Model: users` {
  @Test func `users have one link per provider, in the order of linking`() {
    var user = Linking.user("u", links: [Linking.link("google.com", "g1")])
    user.upsert(Linking.link("apple.com", "a1"))
    user.upsert(Linking.link("google.com", "g2"))
    user.upsert(Linking.link("twitter.com", "t1"))
    #expect(user.links.map(\.providerID) == ["google.com", "apple.com", "twitter.com"])
    #expect(user.link(to: "google.com")?.rawID == "g2")
    user.unlink(["apple.com", "github.com"])
    #expect(user.links.map(\.providerID) == ["google.com", "twitter.com"])
  }

  @Test func `users are anonymous while nothing identifies them`() {
    #expect(Linking.user("u").isAnonymous)
    var custom = Linking.user("u")
    custom.customAuth = true
    for user in [
      custom, Linking.user("u", email: Linking.address), Linking.user("u", password: true),
      Linking.user("u", phone: "+1"), Linking.user("u", links: [Linking.link("apple.com", "a1")]),
    ] { #expect(!user.isAnonymous, "\(user)") }
  }

  @Test func `users of an address get its providers, never the phone`() {
    let user = Linking.user(
      "u", email: Linking.address, password: true, phone: "+15550100",
      links: [Linking.link("google.com", "g1")])
    #expect(user.signInProviders == ["google.com", "password"])
    #expect(user.providers == ["google.com", "password", "phone"])
    var byLink = Linking.user("u", email: Linking.address)
    byLink.emailLinkSignIn = true
    #expect(byLink.signInProviders == ["password"])
    #expect(Linking.user("u", phone: "+15550100").signInProviders.isEmpty)
  }

  @Test func `users keep the order of their providers, without removed ones`() {
    var user = Linking.user(
      "u", email: Linking.address, password: true, phone: "+15550100",
      links: [Linking.link("google.com", "g1"), Linking.link("apple.com", "a1")])
    user.providerOrder = ["phone", "password", "github.com", "apple.com"]
    #expect(user.providers == ["phone", "password", "apple.com", "google.com"])
    #expect(user.defaultProviderOrder == ["password", "apple.com", "google.com", "phone"])
    user.email = nil
    #expect(user.providers == ["phone", "apple.com", "google.com"])
  }
}

@Suite struct `a user with many providers` {
  /// Quadratic time would take minutes.
  @Test(.timeLimit(.minutes(1))) func `a user with many providers has them in their order`() {
    let links = (0..<100_000).map { ProviderLink(providerID: "oidc.p\($0)", rawID: "r\($0)") }
    var user = User(uid: "ann", createdAt: Timestamp(seconds: 0))
    user.upsert(links)
    user.upsert([ProviderLink(providerID: "oidc.p7", rawID: "other")])
    #expect(user.links.count == 100_000)
    #expect(user.link(to: "oidc.p7")?.rawID == "other")
    user.providerOrder = links.reversed().dropFirst().map(\.providerID) + ["oidc.gone"]
    #expect(user.providers == user.providerOrder.dropLast() + ["oidc.p99999"])
    user.unlink(links.dropFirst().map(\.providerID))
    #expect(user.providers == ["oidc.p0"])
    #expect(user.listProblem(from: nil) == nil)
  }
}
