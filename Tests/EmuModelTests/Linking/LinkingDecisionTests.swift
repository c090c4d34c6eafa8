import EmuModel
import Testing

@testable import EmuAPI

/// Rows 7 to 15 of docs/reference/sign-in-with-idp.md#decision as the pure rule.
@Suite struct `Model: linking decision` {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let question: LinkingQuestion
    let expected: LinkingDecision

    init(_ name: String, _ question: LinkingQuestion, _ expected: LinkingDecision) {
      testDescription = name
      self.question = question
      self.expected = expected
    }
  }

  @Test(arguments: signIns)
  func `the linking decision signs in`(_ row: Row) {
    #expect(row.question.decide().decision == row.expected)
  }

  @Test(arguments: takeovers)
  func `the linking decision takes over accounts`(_ row: Row) {
    #expect(row.question.decide().decision == row.expected)
  }

  @Test(arguments: linkings)
  func `the linking decision links`(_ row: Row) {
    #expect(row.question.decide().decision == row.expected)
  }

  @Test func `the linking decision has a reason of one sentence with the people and the provider`()
  {
    let owner = Linking.user("u1", email: Linking.address, password: true)
    let question = LinkingQuestion(
      profile: Linking.profile("facebook.com", "f1"), isTrusted: false, emailOwner: owner)
    #expect(
      question.decide().reason.text
        == "one account per e-mail is on; user ann@example.com (u1) has this e-mail with password, "
        + "not verified; this facebook.com credential does not verify it → needConfirmation")
  }

  private static let mine = Linking.user("mine", links: [Linking.link("google.com", "g1")])
  private static let withPassword = Linking.user("pw", email: Linking.address, password: true)
  private static let verified = Linking.user(
    "ok", email: Linking.address, verified: true, password: true, phone: "+15550100")
  private static let nobody = LinkingQuestion(profile: Linking.profile(), isTrusted: true)

  private static func asked(
    _ change: (inout LinkingQuestion) -> Void
  ) -> LinkingQuestion {
    var question = nobody
    change(&question)
    return question
  }

  private static let signIns: [Row] = [
    Row("nobody known: a new account", nobody, .create),
    Row("nobody known, no address", asked { $0.profile.email = nil }, .create),
    Row("no user known, not trusted", asked { $0.isTrusted = false }, .create),
    Row(
      "nobody known, sign-up closed", asked { $0.signUpDisabled = true },
      .refuse(.signUpDisabled)),
    Row("known identity", asked { $0.identityOwner = mine }, .signIn(uid: "mine")),
    Row(
      "known identity, whatever the address says",
      asked {
        $0.identityOwner = mine
        $0.emailOwner = withPassword
      }, .signIn(uid: "mine")),
    Row(
      "known identity, neither creating nor sign-up needed",
      asked {
        $0.identityOwner = mine
        $0.autoCreate = false
        $0.signUpDisabled = true
      }, .signIn(uid: "mine")),
    Row(
      "known address, verified, vouched for", asked { $0.emailOwner = verified },
      .merge(uid: "ok", takeover: nil, emailRecycled: false)),
    Row(
      "known address, verified, vouched for, without creating",
      asked {
        $0.emailOwner = verified
        $0.autoCreate = false
        $0.signUpDisabled = true
      }, .merge(uid: "ok", takeover: nil, emailRecycled: false)),
    Row(
      "known address, not vouched for",
      asked {
        $0.emailOwner = withPassword
        $0.isTrusted = false
      }, .needConfirmation(uid: "pw")),
    Row(
      "known address, verified, not vouched for",
      asked {
        $0.emailOwner = verified
        $0.isTrusted = false
      }, .needConfirmation(uid: "ok")),
    Row(
      "known address, not vouched for, sign-up closed",
      asked {
        $0.emailOwner = withPassword
        $0.isTrusted = false
        $0.signUpDisabled = true
      }, .needConfirmation(uid: "pw")),
    Row(
      "autoCreate false, known address, not vouched for: never needConfirmation",
      asked {
        $0.emailOwner = withPassword
        $0.isTrusted = false
        $0.autoCreate = false
      }, .refuse(.noSuchUser)),
    Row(
      "autoCreate false, nobody known", asked { $0.autoCreate = false }, .refuse(.noSuchUser)),
    Row(
      "autoCreate false goes before a closed sign-up",
      asked {
        $0.autoCreate = false
        $0.signUpDisabled = true
      }, .refuse(.noSuchUser)),
    Row(
      "addresses may repeat: a new account per identity, vouched for or not",
      asked {
        $0.oneAccountPerEmail = false
        $0.emailOwner = withPassword
        $0.isTrusted = false
      }, .create),
    Row(
      "addresses may repeat: a vouched-for address merges nothing",
      asked {
        $0.oneAccountPerEmail = false
        $0.emailOwner = verified
      }, .create),
  ]

  private static let crowded = Linking.user(
    "many", email: Linking.address, password: true, phone: "+15550100",
    links: [
      Linking.link("apple.com", "a1"), Linking.link("facebook.com", "f1"),
      Linking.link("github.com", "h1"),
    ])

  private static func takeover(
    password: Bool = false, phone: Bool = false, _ unlinks: [String] = []
  ) -> LinkingDecision.Takeover {
    LinkingDecision.Takeover(removesPassword: password, removesPhone: phone, unlinks: unlinks)
  }

  private static let takeovers: [Row] = [
    Row(
      "of a password account", asked { $0.emailOwner = withPassword },
      .merge(uid: "pw", takeover: takeover(password: true), emailRecycled: false)),
    Row(
      "as the official emulator: password and phone go, every other provider stays",
      asked { $0.emailOwner = crowded },
      .merge(uid: "many", takeover: takeover(password: true, phone: true), emailRecycled: false)),
    Row(
      "as production: the untrusted providers go too",
      asked {
        $0.emailOwner = crowded
        $0.takeoverUnlinks = ["facebook.com", "github.com"]
      },
      .merge(
        uid: "many",
        takeover: takeover(password: true, phone: true, ["facebook.com", "github.com"]),
        emailRecycled: false)),
    Row(
      "never unlinks the provider that takes over, nor one that is not linked",
      asked {
        $0.profile = Linking.profile("facebook.com", "f1")
        $0.emailOwner = crowded
        $0.takeoverUnlinks = ["facebook.com", "github.com", "twitter.com"]
      },
      .merge(
        uid: "many", takeover: takeover(password: true, phone: true, ["github.com"]),
        emailRecycled: false)),
    Row(
      "of a verified address removes nothing, whatever the list",
      asked {
        var owner = crowded
        owner.emailVerified = true
        $0.emailOwner = owner
        $0.takeoverUnlinks = ["facebook.com"]
      }, .merge(uid: "many", takeover: nil, emailRecycled: false)),
    Row(
      "a recycled address: the same provider with another id",
      asked {
        $0.emailOwner = Linking.user(
          "old", email: Linking.address, verified: true,
          links: [Linking.link("google.com", "g0")])
      }, .merge(uid: "old", takeover: nil, emailRecycled: true)),
    Row(
      "another provider's id makes no recycled address",
      asked {
        $0.emailOwner = Linking.user(
          "old", email: Linking.address, verified: true,
          links: [Linking.link("apple.com", "g0")])
      }, .merge(uid: "old", takeover: nil, emailRecycled: false)),
  ]

  private static let me = Linking.user("me")

  private static let linkings: [Row] = [
    Row("an unknown identity", asked { $0.linkTo = me }, .link(uid: "me")),
    Row(
      "an identity of another account",
      asked {
        $0.linkTo = me
        $0.identityOwner = mine
      }, .refuse(.identityTaken(ownerUID: "mine"))),
    Row(
      "an identity of this very account",
      asked {
        $0.linkTo = mine
        $0.identityOwner = mine
      }, .refuse(.identityTaken(ownerUID: "mine"))),
    Row(
      "the identity is weighed before the address",
      asked {
        $0.linkTo = me
        $0.identityOwner = mine
        $0.emailOwner = withPassword
      }, .refuse(.identityTaken(ownerUID: "mine"))),
    Row(
      "another account's address",
      asked {
        $0.linkTo = me
        $0.emailOwner = withPassword
      }, .refuse(.emailTaken(ownerUID: "pw"))),
    Row(
      "another account's address, not vouched for: never needConfirmation",
      asked {
        $0.linkTo = me
        $0.emailOwner = withPassword
        $0.isTrusted = false
      }, .refuse(.emailTaken(ownerUID: "pw"))),
    Row(
      "the account's own address",
      asked {
        $0.linkTo = withPassword
        $0.emailOwner = withPassword
      }, .link(uid: "pw")),
    Row(
      "another account's address where addresses may repeat",
      asked {
        $0.linkTo = me
        $0.emailOwner = withPassword
        $0.oneAccountPerEmail = false
      }, .link(uid: "me")),
    Row(
      "without autoCreate and with a closed sign-up",
      asked {
        $0.linkTo = me
        $0.autoCreate = false
        $0.signUpDisabled = true
      }, .link(uid: "me")),
    Row(
      "a second id of the same provider",
      asked { $0.linkTo = Linking.user("me", links: [Linking.link("google.com", "g0")]) },
      .link(uid: "me")),
  ]
}
