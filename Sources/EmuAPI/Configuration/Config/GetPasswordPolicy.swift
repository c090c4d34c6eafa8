internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// `GET v2/passwordPolicy`: the policy with which the Web SDK checks passwords.
enum GetPasswordPolicy: ReadOperation {
  struct Input: Decodable, Sendable {
    var tenantId: String?
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> JSONObject {
    let policy = context.project.config.passwordPolicy ?? PasswordPolicy()
    var answer: JSONObject = [
      "customStrengthOptions": .object(policy.strengthOptions), "schemaVersion": 1,
      "allowedNonAlphanumericCharacters": .array(
        PasswordPolicy.symbols.map { .string(String($0)) }),
      "enforcementState": .string(policy.isEnforced ? "ENFORCE" : "OFF"),
    ]
    if policy.forcesUpgradeOnSignIn { answer["forceUpgradeOnSignin"] = true }
    return answer
  }
}
