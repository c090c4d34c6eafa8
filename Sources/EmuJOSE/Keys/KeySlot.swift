package import EmuCrypto
internal import EmuThread
internal import Synchronization

/// The slot of one key; the first thread that needs it generates or stores it while others wait.
final class KeySlot: Sendable {
  typealias Outcome = Result<SigningKey, any Error>

  private enum State {
    case empty
    /// Being generated; the closures are called with the result.
    case making([@Sendable (Outcome) -> Void])
    case filled(SigningKey)
  }

  let algorithm: JWSAlgorithm
  /// The slot of the same key before it is stored; nil in that slot, and in one with a stored key.
  let draft: KeySlot?
  private let state: Monitor<State>
  private let toSign = Atomic(false)

  init(_ algorithm: JWSAlgorithm, hasDraft: Bool = true) {
    self.algorithm = algorithm
    draft = hasDraft ? KeySlot(algorithm, hasDraft: false) : nil
    state = Monitor(.empty)
  }

  init(_ key: SigningKey) {
    algorithm = key.algorithm
    draft = nil
    state = Monitor(.filled(key))
  }

  /// True once a call needs the key stored, even if it is not yet.
  var isToSign: Bool { draft == nil || toSign.load(ordering: .relaxed) }

  func markToSign() { toSign.store(true, ordering: .relaxed) }

  /// The key, if it exists, without waiting for its generation.
  var existing: SigningKey? {
    state.withLock { state in
      guard case .filled(let key) = state else { return nil }
      return key
    }
  }

  /// Returns the key; generates a missing one on this thread, or waits for another thread that
  /// does.
  func key(orMake make: () throws -> SigningKey) throws -> SigningKey {
    if let existing { return existing }
    let outcome = Monitor<Outcome?>(nil)
    whenFilled {
      fill(with: Result(catching: make))
    } _: { made in
      outcome.update { $0 = made }
    }
    return try outcome.wait(until: { $0 != nil }, then: { $0 })?.get()
      ?? { preconditionFailure("a key was made without an outcome") }()
  }

  /// Calls `completion` once the key exists or could not be generated; waits for no thread.
  ///
  /// - Parameter start: starts the generation, and must ensure that ``fill(with:)`` is called; only
  ///   the first caller's is called.
  func whenFilled(
    start: () -> Void, _ completion: @escaping @Sendable (Outcome) -> Void
  ) {
    let (existing, isFirst): (SigningKey?, Bool) = state.update { state in
      switch state {
      case .filled(let key): return (key, false)
      case .empty:
        state = .making([completion])
        return (nil, true)
      case .making(let waiting):
        state = .making(waiting + [completion])
        return (nil, false)
      }
    }
    if let existing { completion(.success(existing)) }
    if isFirst { start() }
  }

  /// Ends the generation; a failed one may be retried by the next caller.
  func fill(with outcome: Outcome) {
    let waiting = state.update { state -> [@Sendable (Outcome) -> Void] in
      guard case .making(let waiting) = state else { return [] }
      state = (try? outcome.get()).map { .filled($0) } ?? .empty
      return waiting
    }
    for completion in waiting { completion(outcome) }
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
  /// Generates a private key of the algorithm's kind.
  ///
  /// - Throws: for `HS256` and `none`, which have none.
  package func makePrivateKey() throws -> PrivateKey {
    switch self {
    case .rs256, .rs384, .rs512, .ps256: try .generate(.rsa)
    case .es256: try .generate(.ec(.p256))
    case .es384: try .generate(.ec(.p384))
    case .eddsa: try .generate(.ed25519)
    case .hs256, .none: throw JOSEError("\(rawValue) has no private key")
    }
  }
}
