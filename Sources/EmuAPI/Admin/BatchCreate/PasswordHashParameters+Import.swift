internal import EmuCrypto
internal import EmuJSON
internal import EmuModel

extension PasswordHashParameters {
  /// Reads the parameters of an import; nil if it names no algorithm.
  ///
  /// Parameters that production accepts although they cannot be computed are stored; no password
  /// matches them.
  ///
  /// - Throws: `INVALID_HASH_ALGORITHM` with the wrong parameter; in production the codes of
  ///   ``BatchCreateRequest/checkParameters(of:)``.
  init?(_ input: BatchCreateRequest, in context: OperationContext) throws(APIError) {
    guard let name = input.hashAlgorithm.given else { return nil }
    do {
      try input.checkParameters(of: name)
    } catch {
      guard !context.rules.isStrict else { throw error }
      context.explain(
        .importedHash, "production answers \(error.message)", production: .refusal(error.code))
    }
    self.init(name: name)
    signerKey = input.signerKey
    saltSeparator = input.saltSeparator
    rounds = input.rounds.map(Int.init)
    memoryCost = input.memoryCost.map(Int.init)
    parallelization = input.parallelization.map(Int.init)
    blockSize = input.blockSize.map(Int.init)
    derivedKeyLength = input.dkLen.map(Int.init)
    cpuMemCost = input.cpuMemCost.map(Int.init)
    order = Self.given(input.passwordHashOrder, but: .unspecified)
    argon2 = input.argon2Parameters.map(Argon2.init)
    do throws(CryptoError) {
      _ = try algorithm
    } catch {
      guard context.rules.isStrict else {
        context.explain(
          .importedHash, "production stores hashes that no password can fit", production: "accepts")
        throw APIError("INVALID_HASH_ALGORITHM", detail: error.message)
      }
      context.explain(
        .passwordHash, .warned, "No password can fit the hashes: \(error.message).")
      self = .unknown
    }
  }

  /// Returns an enum's name; nil for its unspecified value.
  fileprivate static func given<E: WireEnum & Equatable>(_ value: E?, but nothing: E) -> String? {
    value.flatMap { $0 == nothing ? nil : $0.rawValue }
  }
}

extension PasswordHashParameters.Argon2 {
  fileprivate init(_ input: Argon2Parameters) {
    self.init()
    hashLengthBytes = input.hashLengthBytes.map(Int.init)
    hashType = PasswordHashParameters.given(input.hashType, but: .unspecified)
    parallelism = input.parallelism.map(Int.init)
    iterations = input.iterations.map(Int.init)
    memoryCostKib = input.memoryCostKib.map(Int.init)
    version = PasswordHashParameters.given(input.version, but: .unspecified)
    associatedData = input.associatedData
  }
}
