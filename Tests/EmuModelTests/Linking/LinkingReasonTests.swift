import EmuModel
import Testing

@testable import EmuAPI

/// Each row of the tables of linking and conflicts, by every combination of the facts that it has.
@Suite struct `Model: reasons of linking decisions` {
  private static let profile = Linking.profile("google.com", "g-new")

  /// The possible owners of the address or the identity, or presenters of the ID token, with all
  /// removable credentials.
  private static let people: [User?] = [
    nil, Linking.user("ann", email: Linking.address, verified: true, password: true),
    Linking.user(
      "bo", email: Linking.address, password: true, phone: "+15550100",
      links: [Linking.link("google.com", "g-old"), Linking.link("facebook.com", "f1")]),
  ]

  private static let questions: [LinkingQuestion] = people.flatMap { presented in
    people.flatMap { identityOwner in
      people.flatMap { emailOwner in
        (0..<16).map { bits in
          LinkingQuestion(
            profile: profile, isTrusted: bits & 1 != 0, linkTo: presented,
            identityOwner: identityOwner, emailOwner: emailOwner,
            oneAccountPerEmail: bits & 2 != 0, autoCreate: bits & 4 != 0,
            signUpDisabled: bits & 8 != 0, takeoverUnlinks: ["facebook.com"])
        }
      }
    }
  }

  /// Returns the facts that the reason of a decision must name: those that determined it.
  private static func facts(of decision: LinkingDecision, _ question: LinkingQuestion) -> [String] {
    switch decision {
    case .signIn(let uid): [uid, "has the google.com identity"]
    case .link(let uid): [uid, "no user has the google.com identity"]
    case .merge(let uid, let takeover, _):
      [
        uid, "one account per e-mail is on", "google.com",
        takeover == nil ? "verified" : "not verified",
      ]
    case .needConfirmation(let uid):
      [
        uid, "one account per e-mail is on", "does not verify it",
        question.emailOwner?.emailVerified == true ? ", verified" : "not verified",
      ]
    case .create:
      [
        "no user has the google.com identity",
        question.oneAccountPerEmail ? "its address" : "repeat",
      ]
    case .refuse(.identityTaken(let uid)):
      ["g-new", uid == question.linkTo?.uid ? "this very account" : uid]
    case .refuse(.emailTaken(let uid)): [uid, "one account per e-mail is on", "google.com"]
    case .refuse(.noSuchUser): ["autoCreate is false", "google.com"]
    case .refuse(.signUpDisabled): ["sign-up is disabled", "google.com"]
    }
  }

  @Test
  func `the reason of a linking decision names the facts that decided, for every combination`() {
    var kinds: Set<String> = []
    for question in Self.questions {
      let (decision, reason) = question.decide()
      for fact in Self.facts(of: decision, question) {
        #expect(reason.text.contains(fact), "\(decision): \(reason)")
      }
      kinds.insert(String(String(describing: decision).prefix { $0 != "(" }))
    }
    #expect(kinds == ["signIn", "merge", "link", "create", "needConfirmation", "refuse"])
  }

  @Test func `two linking decisions that differ never have the same reason`() {
    var decisions: [String: LinkingDecision] = [:]
    for question in Self.questions {
      let (decision, reason) = question.decide()
      let earlier = decisions.updateValue(decision, forKey: reason.text)
      #expect(earlier == nil || earlier == decision, "\(reason)")
    }
  }
}
