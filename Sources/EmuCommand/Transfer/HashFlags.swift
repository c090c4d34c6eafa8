/// The parameters of a file's password hashes, with the flags of `firebase auth:import`.
enum HashFlags {
  static let all: [Flag<ClientInput>] = [
    .value(
      "--hash-algo", .text("NAME"),
      "how hashes were made: SCRYPT, BCRYPT, HMAC_SHA256, …, in any case"
    ) { $0.query["hashAlgorithm"] = $1.uppercased() },
    .query("--hash-key", .text("BASE64"), at: "signerKey", "the key of SCRYPT and HMAC"),
    .query(
      "--salt-separator", .text("BASE64"), at: "saltSeparator", "what SCRYPT adds to a salt"),
    .query("--rounds", .number("N"), at: "rounds", "the rounds of SCRYPT, SHA, MD5 and PBKDF2"),
    .query(
      "--mem-cost", .number("N"), at: "memoryCost",
      "the memory cost of SCRYPT and STANDARD_SCRYPT"),
    .query("--parallelization", .number("N"), at: "parallelization", "of STANDARD_SCRYPT"),
    .query("--block-size", .number("N"), at: "blockSize", "of STANDARD_SCRYPT"),
    .query("--dk-len", .number("N"), at: "dkLen", "the length of keys of STANDARD_SCRYPT"),
    .value(
      "--hash-input-order",
      ValueKind(placeholder: "ORDER", expectation: orders.keys.sorted().joined(separator: " or ")) {
        orders[$0.uppercased()]
      }, "SALT_FIRST or PASSWORD_FIRST, in SHA, MD5 and HMAC, in any case"
    ) { $0.query["passwordHashOrder"] = $1 },
  ]

  private static let orders = [
    "SALT_FIRST": "SALT_AND_PASSWORD", "PASSWORD_FIRST": "PASSWORD_AND_SALT",
  ]
}
