/// The parameters of a file's password hashes, with the flags of `firebase auth:import`.
enum HashFlags {
  /// The names of the call's fields.
  static let fields = [
    "hashAlgorithm", "signerKey", "saltSeparator", "rounds", "memoryCost", "parallelization",
    "blockSize", "dkLen", "passwordHashOrder",
  ]

  static let all: [Flag<ClientInput>] = [
    .value(
      "--hash-algo", .text("NAME", "a text"),
      "how hashes were made: SCRYPT, BCRYPT, HMAC_SHA256, …, in any case"
    ) { $0.options["hashAlgorithm"] = $1.uppercased() },
    .option("--hash-key", "BASE64", as: "signerKey", "the key of SCRYPT and HMAC"),
    .option("--salt-separator", "BASE64", as: "saltSeparator", "what SCRYPT adds to a salt"),
    number("--rounds", "rounds", "the rounds of SCRYPT, SHA, MD5 and PBKDF2"),
    number("--mem-cost", "memoryCost", "the memory cost of SCRYPT and STANDARD_SCRYPT"),
    number("--parallelization", "parallelization", "of STANDARD_SCRYPT"),
    number("--block-size", "blockSize", "of STANDARD_SCRYPT"),
    number("--dk-len", "dkLen", "the length of keys of STANDARD_SCRYPT"),
    .value(
      "--hash-input-order",
      ValueKind(placeholder: "ORDER", expectation: orders.keys.sorted().joined(separator: " or ")) {
        orders[$0.uppercased()]
      }, "SALT_FIRST or PASSWORD_FIRST, in SHA, MD5 and HMAC, in any case"
    ) { $0.options["passwordHashOrder"] = $1 },
  ]

  private static let orders = [
    "SALT_FIRST": "SALT_AND_PASSWORD", "PASSWORD_FIRST": "PASSWORD_AND_SALT",
  ]

  private static func number(_ name: String, _ field: String, _ help: String) -> Flag<ClientInput> {
    .value(name, .number("N"), help) { $0.options[field] = String($1) }
  }
}
