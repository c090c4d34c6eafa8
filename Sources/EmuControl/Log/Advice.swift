internal import EmuModel

/// A change with which a request gets another answer.
struct Advice: Codable, Equatable, Sendable {
  /// A part of the emulator; the console has a screen for each.
  enum Part: String, NamedChoice {
    case users, providers, inbox, issuers, switches, clock, faults
  }

  /// Sentences; absent where the decision on the request has them.
  var text: String?
  var part: Part?
  /// The switch.
  var name: String?

  /// The parts in which the reasons of codes are changed; ``RefusalReason`` has their sentences.
  static let parts: [String: Part] = [
    "EMAIL_NOT_FOUND": .users, "USER_NOT_FOUND": .users, "INVALID_LOGIN_CREDENTIALS": .users,
    "INVALID_PASSWORD": .users, "EMAIL_EXISTS": .users, "PHONE_NUMBER_EXISTS": .users,
    "USER_DISABLED": .users, "TOKEN_EXPIRED": .users, "OPERATION_NOT_ALLOWED": .providers,
    "PASSWORD_LOGIN_DISABLED": .providers, "ADMIN_ONLY_OPERATION": .providers,
    "INVALID_OOB_CODE": .inbox, "EXPIRED_OOB_CODE": .inbox, "INVALID_CODE": .inbox,
    "SESSION_EXPIRED": .inbox, "INVALID_IDP_RESPONSE": .issuers, "INVALID_ID_TOKEN": .clock,
  ]

  /// The scenarios that show a refusal, by its rule or code.
  static let scenarios = [
    "recentLogin": "recent-login-required",
    "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": "recent-login-required",
    "checkNonce": "nonce-mismatch",
    "replayProtection": "nonce-replayed",
    "requireConfiguredProviders": "disabled-provider",
    "OPERATION_NOT_ALLOWED": "disabled-provider",
    "USER_DISABLED": "disabled-user",
    "EMAIL_EXISTS": "email-in-use-on-link",
    "FEDERATED_USER_ID_ALREADY_LINKED": "identity-of-another-user-on-link",
    "USER_NOT_FOUND": "deleted-while-signed-in",
    "TOKEN_EXPIRED": "sessions-revoked",
    "linking": "account-exists-with-password",
    "takeoverUnlinks": "takeover-of-unverified-address",
    "authorizationCode": "apple-code-reused",
    "revokeToken": "delete-account-with-revocation",
    "secondFactor": "second-factor-required",
    "quotas": "quota-exceeded",
    "fault": "backend-unavailable",
    "emailEnumerationProtection": "enumeration-protection",
    "TENANT_ID_MISMATCH": "tenant-mismatch",
    "PROVIDER_ALREADY_LINKED": "provider-already-linked",
    "BLOCKING_FUNCTION_ERROR_RESPONSE": "blocking-function-refuses",
  ]

  /// Returns the advice on an account that exists with other sign-in methods.
  ///
  /// - Parameter methods: the account's, as `verifiedProvider` has them.
  static func linking(_ email: String?, _ methods: [String]) -> Advice {
    let method = methods.isEmpty ? "the account's own method" : methods.joined(separator: " or ")
    return Advice(
      text:
        "Sign in\(email.map { " as \($0)" } ?? "") with \(method), then link the credential that "
        + "the error has: AuthErrorUserInfoUpdatedCredentialKey on Apple platforms, "
        + "getUpdatedCredential() on Android, credentialFromError() on the Web.", part: .users)
  }

  /// Returns the advice on a request.
  ///
  /// - Parameters:
  ///   - cause: the decision that explains the answer.
  ///   - code: the code of a refusal.
  static func on(_ cause: Decision?, code: String?) -> [Advice] {
    if cause?.rule == .fault {
      let text = "A fault is set for this request. Remove it to get the normal answer."
      return [Advice(text: text, part: .faults)]
    }
    var advice: [Advice] = []
    if let code, let sentence = RefusalReason.sentences[code] {
      let text = cause?.reason.text == sentence ? nil : sentence
      if text != nil || parts[code] != nil {
        advice.append(Advice(text: text, part: parts[code]))
      }
    }
    guard let cause, let item = Switch(rawValue: cause.rule.text) else { return advice }
    let name = item.rawValue
    let text =
      switch cause.outcome {
      case .warned:
        "\(item.change) The switch \(name) only warns: set it to on to get the answer of production."
      case .refused:
        "Or set the switch \(name) to \(item.accepting.rawValue), which accepts such requests."
      default: ""
      }
    return advice + (text.isEmpty ? [] : [Advice(text: text, part: .switches, name: name)])
  }
}

extension LoggedRequest {
  /// Returns the decision that explains a refusal, otherwise the first warning.
  func cause(among decisions: [Decision]) -> Decision? {
    func first(_ outcome: Decision.Outcome) -> Decision? {
      decisions.first { $0.outcome == outcome }
    }
    return first(.refused) ?? (isError ? decisions.first : first(.warned))
  }
}
