package import EmuCrypto
package import EmuThread
internal import Synchronization

/// Every signing key in use, by issuer; keys are generated when they are first needed.
///
/// Generating an RSA key takes up to a third of a second, so each key has its own slot: a thread
/// waits only for the key that it needs. A request thread does not wait at all:
/// ``prepare(issuer:then:)`` generates its keys and calls it back. The other functions generate a
/// missing key on the calling thread. That must not be the writer's, since a new key is saved
/// through it.
package final class KeyRing: Sendable {
  /// The issuer name under which the backend signs ID tokens.
  package static let secureToken = "securetoken"

  package typealias StoredKey = (issuer: String, key: SigningKey)

  /// Keys that a new one replaces, by kid.
  package struct Replaced: Sendable {
    package var kids: [String] = []
    /// True when they leave the key set; otherwise they remain for verification.
    package var areDropped = false
  }

  private let load: @Sendable ([String: SigningKey]) throws -> [StoredKey]
  private let save: @Sendable (String, SigningKey, Replaced) throws -> Void
  private let makeKid: @Sendable (String) -> String
  private let makeKey: @Sendable (JWSAlgorithm) throws -> PrivateKey
  private let pool: WorkerPool
  /// Held by a rotation, so that the next one replaces its key.
  private let rotation = Mutex(())
  private let slots: Mutex<[String: [KeySlot]]>

  /// Creates a ring with the stored keys.
  ///
  /// - Parameters:
  ///   - pool: the threads on which ``prepare(issuer:then:)`` generates keys.
  ///   - load: returns every stored key, oldest first; receives the known keys by kid, which need not
  ///     be parsed again.
  ///   - save: stores a key of an issuer together with the end of those that it replaces.
  ///   - makeKid: returns the name of a new key of an issuer.
  /// - Throws: the errors of loading them.
  package init(
    pool: WorkerPool, load: @escaping @Sendable ([String: SigningKey]) throws -> [StoredKey],
    save: @escaping @Sendable (String, SigningKey, Replaced) throws -> Void,
    makeKid: @escaping @Sendable (String) -> String,
    makeKey: @escaping @Sendable (JWSAlgorithm) throws -> PrivateKey
  ) throws {
    (self.load, self.save, self.makeKid, self.makeKey) = (load, save, makeKid, makeKey)
    self.pool = pool
    slots = Mutex(Self.slots(of: try load([:])))
  }

  private static func slots(of keys: [StoredKey]) -> [String: [KeySlot]] {
    var slots: [String: [KeySlot]] = [:]
    for (issuer, key) in keys { slots[issuer, default: []].append(KeySlot(key)) }
    return slots
  }

  /// Declares the keys of an issuer; missing ones are generated on first use.
  package func declare(issuer: String, algorithms: [JWSAlgorithm], count: Int = 1) {
    slots.withLock { slots in
      for algorithm in algorithms {
        let present = slots[issuer, default: []].count { $0.algorithm == algorithm }
        for _ in present..<max(present, count) {
          slots[issuer, default: []].append(KeySlot(algorithm))
        }
      }
    }
  }

  /// Returns the key that signs for an issuer, its first active one; generates a missing one.
  ///
  /// - Parameter usesLast: true for the last active one.
  /// - Throws: `JOSEError`, `CryptoError`, or the error of saving the key.
  package func signingKey(
    of issuer: String, algorithm: JWSAlgorithm, usesLast: Bool = false
  ) throws -> SigningKey {
    declare(issuer: issuer, algorithms: [algorithm])
    let slots = slots(of: issuer)
    for slot in usesLast ? slots.reversed() : slots where slot.algorithm == algorithm {
      let key = try key(in: slot, issuer)
      if key.state == .active { return key }
    }
    throw JOSEError("\(issuer) has no active \(algorithm.rawValue) key")
  }

  /// Returns every key that an issuer publishes, in an order that a restart keeps: by algorithm, the
  /// active ones first, then by age. Generates missing ones.
  ///
  /// - Throws: `JOSEError`, `CryptoError`, or the error of saving a key.
  package func publishedKeys(of issuer: String) throws -> [SigningKey] {
    Self.ordered(try slots(of: issuer).map { try key(in: $0, issuer) })
  }

  /// Returns the published keys that exist, in their order, without waiting for others.
  package func shownKeys(of issuer: String) -> [SigningKey] {
    Self.ordered(existingKeys(of: issuer))
  }

  private static func ordered(_ keys: [SigningKey]) -> [SigningKey] {
    var algorithms: [JWSAlgorithm] = []
    for key in keys where !algorithms.contains(key.algorithm) { algorithms.append(key.algorithm) }
    return algorithms.flatMap { algorithm in
      SigningKey.State.allCases.flatMap { state in
        keys.filter { $0.algorithm == algorithm && $0.state == state }
      }
    }
  }

  /// The stored keys, without waiting for those that are still missing.
  package func existingKeys(of issuer: String) -> [SigningKey] {
    slots(of: issuer).compactMap(\.existing)
  }

  /// Returns the existing keys: only one of them can have signed a token.
  package func verificationKeys(of issuer: String) -> [VerificationKey] {
    existingKeys(of: issuer).map(\.verificationKey)
  }

  package func owner(ofKey kid: String) -> String? {
    slots.withLock { $0 }.first { _, slots in slots.contains { $0.existing?.kid == kid } }?.key
  }

  package var inventory: [(issuer: String, keys: [SigningKey])] {
    slots.withLock { $0 }.map { ($0.key, $0.value.compactMap(\.existing)) }
      .sorted { $0.issuer < $1.issuer }
  }

  /// Returns true when every declared key of an issuer exists.
  package func isPrepared(_ issuer: String) -> Bool {
    slots(of: issuer).allSatisfy { $0.existing != nil }
  }

  /// Generates and stores the missing keys of an issuer, and calls `completion` once they exist.
  ///
  /// - Parameter completion: called once: immediately when none is missing, otherwise on a thread of
  ///   the pool. Its failure is the error of generating or saving a key, or `WorkerPool.Refusal` when
  ///   the queue is full.
  package func prepare(
    issuer: String, then completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    fill(slots(of: issuer).filter { $0.existing == nil }[...], of: issuer, completion)
  }

  /// Fills slots one after the other on threads of the pool.
  private func fill(
    _ slots: ArraySlice<KeySlot>, of issuer: String,
    _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    guard let slot = slots.first else { return completion(.success(())) }
    slot.whenFilled {
      pool.submit {
        slot.fill(with: Result { try self.newKey(for: slot, issuer) })
      } refused: { refusal in
        slot.fill(with: .failure(refusal))
      }
    } _: { outcome in
      switch outcome {
      case .success: self.fill(slots.dropFirst(), of: issuer, completion)
      case .failure(let error): completion(.failure(error))
      }
    }
  }

  /// Replaces the signing key by a new one.
  ///
  /// - Parameter dropsOld: true when the old keys leave the key set immediately; otherwise they
  ///   remain for verification.
  /// - Throws: `JOSEError`, `CryptoError`, or the error of saving the key.
  package func rotate(
    issuer: String, algorithm: JWSAlgorithm, dropsOld: Bool
  ) throws -> SigningKey {
    try rotation.withLock { _ in
      // Stored in their order, so that none is younger than the new key.
      for slot in slots(of: issuer) { _ = try key(in: slot, issuer) }
      let old = slots(of: issuer).filter { slot in
        slot.algorithm == algorithm && (dropsOld || slot.existing?.state == .active)
      }
      let new = KeySlot(algorithm)
      let key = try new.key {
        try newKey(
          for: new, issuer,
          replacing: Replaced(kids: old.compactMap(\.existing?.kid), areDropped: dropsOld))
      }
      slots.withLock { slots in
        if dropsOld { slots[issuer]?.removeAll { slot in old.contains { $0 === slot } } }
        slots[issuer, default: []].append(new)
      }
      if !dropsOld { for slot in old { slot.retire() } }
      return key
    }
  }

  /// Removes every key, once the stored ones are deleted; the next use of each generates a new one.
  package func removeAll() {
    slots.withLock { slots in
      // A key that is being generated is stored after the deletion, so its slot remains.
      slots = slots.mapValues { $0.map { $0.existing == nil ? $0 : KeySlot($0.algorithm) } }
    }
  }

  /// Replaces the keys by the stored ones; missing declared keys are generated on first use.
  ///
  /// - Throws: the errors of loading them.
  package func reload() throws {
    let known = inventory.flatMap(\.keys).map { ($0.kid, $0) }
    let kept = Self.slots(
      of: try load(Dictionary(known) { first, _ in first }))
    slots.withLock { slots in
      var new = kept
      for (issuer, old) in slots {
        let declared = Dictionary(grouping: old.filter { $0.existing?.state != .retired }) {
          $0.algorithm
        }
        for (algorithm, old) in declared {
          let present = new[issuer, default: []].count { $0.algorithm == algorithm }
          // A key that is being generated will be saved to the new storage, so its slot remains.
          let missing = old.filter { $0.existing == nil } + old.map { _ in KeySlot(algorithm) }
          new[issuer, default: []] += missing.prefix(max(0, old.count - present))
        }
      }
      slots = new
    }
  }

  private func slots(of issuer: String) -> [KeySlot] { slots.withLock { $0[issuer] ?? [] } }

  private func key(in slot: KeySlot, _ issuer: String) throws -> SigningKey {
    try slot.key { try newKey(for: slot, issuer) }
  }

  /// Generates and stores a key.
  private func newKey(
    for slot: KeySlot, _ issuer: String, replacing replaced: Replaced = Replaced()
  ) throws -> SigningKey {
    let key = try SigningKey(
      kid: makeKid(issuer), algorithm: slot.algorithm, privateKey: makeKey(slot.algorithm))
    try save(issuer, key, replaced)
    return key
  }
}
