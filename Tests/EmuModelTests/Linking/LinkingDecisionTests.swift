import EmuModel
import Testing

@testable import EmuAPI

/// Rows 7 to 15 of docs/reference/sign-in-with-idp.md#decision as the pure rule, where several facts
/// meet; `SignInWithIdpSignInTests`, `…EmailTests` and `…LinkTests` have each row.
@Suite struct `Model: linking decision` {
  typealias Row = (question: LinkingQuestion, expected: LinkingDecision)

  @Test(arguments: signIns + takeovers + linkings)
  func `the linking decision signs in, takes over accounts and links`(_ row: Row) {
    #expect(row.question.decide().decision == row.expected)
  }

  @Test func `the linking decision has a reason with the people and the provider`() {
    let owner = Linking.user("u1", email: Linking.address, password: true)
    let question = Self.asked("facebook.com", email: owner, trusted: false)
    #expect(
      question.decide().reason.text
        == "one account per e-mail is on; user ann@example.com (u1) has this e-mail with password, "
        + "not verified; this facebook.com credential does not verify it → needConfirmation")
  }

  private static let mine = Linking.user("mine", links: [Linking.link("google.com", "g1")])
  private static let withPassword = Linking.user("pw", email: Linking.address, password: true)
  private static let verified = Linking.user(
    "ok", email: Linking.address, verified: true, password: true, phone: "+15550100")

  /// - Parameters:
  ///   - owner: the owner of the identity.
  ///   - email: the owner of the address.
  ///   - link: the account that presents an ID token.
  ///   - create: `autoCreate`.
  ///   - open: false where the sign-up is disabled.
  ///   - one: true for one account per address.
  private static func asked(
    _ provider: String = "google.com", owner: User? = nil, email: User? = nil, link: User? = nil,
    trusted: Bool = true, create: Bool = true, open: Bool = true, one: Bool = true,
    unlinks: [String] = []
  ) -> LinkingQuestion {
    LinkingQuestion(
      profile: Linking.profile(provider, "1"), isTrusted: trusted, linkTo: link,
      identityOwner: owner, emailOwner: email, oneAccountPerEmail: one, autoCreate: create,
      signUpDisabled: !open, takeoverUnlinks: unlinks)
  }

  private static func merge(
    _ uid: String, _ takeover: LinkingDecision.Takeover? = nil, recycled: Bool = false
  ) -> LinkingDecision { .merge(uid: uid, takeover: takeover, emailRecycled: recycled) }

  private static let signIns: [Row] = [
    (asked(owner: mine, create: false, open: false), .signIn(uid: "mine")),
    (asked(email: verified, create: false, open: false), merge("ok")),
    (asked(email: withPassword, trusted: false, open: false), .needConfirmation(uid: "pw")),
    (asked(create: false, open: false), .refuse(.noSuchUser)),
    (asked(email: withPassword, trusted: false, one: false), .create),
    (asked(email: verified, one: false), .create),
  ]

  private static func crowded(verified: Bool = false) -> User {
    Linking.user(
      "many", email: Linking.address, verified: verified, password: true, phone: "+15550100",
      links: ["apple.com", "facebook.com", "github.com"].map { Linking.link($0, "1") })
  }

  private static func takeover(phone: Bool = true, _ unlinks: [String] = [])
    -> LinkingDecision.Takeover
  { LinkingDecision.Takeover(removesPassword: true, removesPhone: phone, unlinks: unlinks) }

  private static func old(_ provider: String) -> User {
    Linking.user(
      "old", email: Linking.address, verified: true, links: [Linking.link(provider, "g0")])
  }

  private static let takeovers: [Row] = [
    (asked(email: withPassword), merge("pw", takeover(phone: false))),
    // As the official emulator: every other provider stays.
    (asked(email: crowded()), merge("many", takeover())),
    // As production: the untrusted providers go too.
    (
      asked(email: crowded(), unlinks: ["facebook.com", "github.com"]),
      merge("many", takeover(["facebook.com", "github.com"]))
    ),
    // Neither the provider that takes over, nor one that is not linked.
    (
      asked(
        "facebook.com", email: crowded(), unlinks: ["facebook.com", "github.com", "twitter.com"]),
      merge("many", takeover(["github.com"]))
    ), (asked(email: crowded(verified: true), unlinks: ["facebook.com"]), merge("many")),
    // The same provider with another id.
    (asked(email: old("google.com")), merge("old", recycled: true)),
    (asked(email: old("apple.com")), merge("old")),
  ]

  private static let me = Linking.user("me")
  private static let taken = LinkingDecision.refuse(.identityTaken(ownerUID: "mine"))

  private static let linkings: [Row] = [
    (asked(owner: mine, email: withPassword, link: me), taken),
    (asked(owner: mine, link: mine), taken),
    (asked(email: withPassword, link: withPassword), .link(uid: "pw")),
    (asked(link: me, create: false, open: false), .link(uid: "me")),
    (asked(link: old("google.com")), .link(uid: "old")),
  ]
}
