internal import EmuCrypto
internal import EmuIdentity
internal import EmuJOSE
internal import EmuModel
internal import EmuStore
internal import EmuThread

extension KeyRing {
  convenience init(
    store: Store, clock: EmulatorClock, ids: IDGenerator, providers: ProviderRegistry,
    pool: WorkerPool, makeKey: @escaping @Sendable (JWSAlgorithm) throws -> PrivateKey
  ) throws {
    try self.init(
      pool: pool, load: { known in try Self.keys(in: store, known: known) },
      save: { issuer, key, replaced in
        let stored = StoredSigningKey(
          issuer: issuer, kid: key.kid, algorithm: key.algorithm.rawValue,
          privateKey: key.privateKey.derRepresentation, state: key.state.rawValue,
          createdAt: clock.now)
        try store.write { writer in
          for kid in replaced.kids {
            if replaced.areDropped {
              try writer.deleteSigningKey(kid: kid)
            } else {
              try writer.setSigningKeyState(SigningKey.State.retired.rawValue, kid: kid)
            }
          }
          try writer.insert(stored)
        }
      },
      makeKid: { issuer in providers.newKeyID(of: issuer, ids) }, makeKey: makeKey)
  }

  /// Parsing takes most of a millisecond, so a known key is not parsed again.
  private static func keys(
    in store: Store, known: [String: SigningKey]
  ) throws -> [StoredKey] {
    try store.read { reader in try reader.signingKeys() }.compactMap { stored in
      // A key of an algorithm that only a newer version supports is kept in the store.
      guard let algorithm = JWSAlgorithm(rawValue: stored.algorithm),
        let state = SigningKey.State(rawValue: stored.state)
      else { return nil }
      if let key = known[stored.kid], key.algorithm == algorithm, key.state == state,
        key.privateKey.derRepresentation == stored.privateKey
      {
        return (stored.issuer, key)
      }
      let key = try SigningKey(
        kid: stored.kid, algorithm: algorithm, privateKey: PrivateKey(der: stored.privateKey),
        state: state)
      return (stored.issuer, key)
    }
  }
}
