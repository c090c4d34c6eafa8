package import EmuCrypto
internal import EmuThread

/// The place of one key, filled by whoever needs it first while the others wait.
final class KeySlot: Sendable {
  typealias Outcome = Result<SigningKey, any Error>

  private enum State {
    case empty
    /// Being made; the closures are called with what comes of it.
    case making([@Sendable (Outcome) -> Void])
    case filled(SigningKey)
  }

  let algorithm: JWSAlgorithm
  private let state: Monitor<State>

  init(_ algorithm: JWSAlgorithm) {
    self.algorithm = algorithm
    state = Monitor(.empty)
  }

  init(_ key: SigningKey) {
    algorithm = key.algorithm
    state = Monitor(.filled(key))
  }

  /// What is there, without waiting for a key that is being made.
  var existing: SigningKey? {
    state.withLock { state in
      guard case .filled(let key) = state else { return nil }
      return key
    }
  }

  /// The key; made here and now if it is missing, or waited for while another thread makes it.
  func key(orMake make: () throws -> SigningKey) throws -> SigningKey {
    enum Next {
      case use(SigningKey)
      case make
      case wait(Monitor<Outcome?>)
    }
    let next: Next = state.update { state in
      switch state {
      case .filled(let key): return .use(key)
      case .empty:
        state = .making([])
        return .make
      case .making(var waiting):
        let outcome = Monitor<Outcome?>(nil)
        waiting.append { made in outcome.update { $0 = made } }
        state = .making(waiting)
        return .wait(outcome)
      }
    }
    switch next {
    case .use(let key): return key
    case .make: return try fill(with: Result(catching: make)).get()
    case .wait(let outcome):
      return try outcome.wait(until: { $0 != nil }, then: { $0 })?.get()
        ?? { preconditionFailure("a key was made without an outcome") }()
    }
  }

  /// Calls `completion` once the key is there or could not be made; never waits.
  ///
  /// - Parameter start: starts making the key, and must see to it that ``fill(with:)`` is called; only
  ///   the first who asks for a missing key is told to.
  func whenFilled(
    start: () -> Void, _ completion: @escaping @Sendable (Outcome) -> Void
  ) {
    enum Next {
      case use(SigningKey)
      case start
      case wait
    }
    let next: Next = state.update { state in
      switch state {
      case .filled(let key): return .use(key)
      case .empty:
        state = .making([completion])
        return .start
      case .making(let waiting):
        state = .making(waiting + [completion])
        return .wait
      }
    }
    switch next {
    case .use(let key): completion(.success(key))
    case .start: start()
    case .wait: break
    }
  }

  /// Ends the making: what failed may be tried again by the next who asks.
  @discardableResult
  func fill(with outcome: Outcome) -> Outcome {
    let waiting = state.update { state -> [@Sendable (Outcome) -> Void] in
      guard case .making(let waiting) = state else { return [] }
      state = (try? outcome.get()).map { .filled($0) } ?? .empty
      return waiting
    }
    for completion in waiting { completion(outcome) }
    return outcome
  }

  func retire() {
    state.update { state in
      guard case .filled(var key) = state else { return }
      key.state = .retired
      state = .filled(key)
    }
  }
}

extension JWSAlgorithm {
  /// A new private key of the algorithm's kind.
  ///
  /// - Throws: `wrongAlgorithm` for `HS256` and `none`, which have none.
  package func makePrivateKey() throws -> PrivateKey {
    switch self {
    case .rs256, .rs384, .rs512, .ps256: .rsa(try RSAPrivateKey.generate())
    case .es256: .ec(try ECPrivateKey.generate(.p256))
    case .es384: .ec(try ECPrivateKey.generate(.p384))
    case .eddsa: .ed25519(try Ed25519PrivateKey.generate())
    case .hs256, .none: throw JOSEError(.wrongAlgorithm, "\(rawValue) has no private key")
    }
  }
}
