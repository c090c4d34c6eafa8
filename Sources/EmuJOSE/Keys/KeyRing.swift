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
    slots.withLock { Self.declare(issuer, algorithms, count, in: &$0) }
  }

  private static func declare(
    _ issuer: String, _ algorithms: [JWSAlgorithm], _ count: Int,
    in slots: inout [String: [KeySlot]]
  ) {
    for algorithm in algorithms {
      let present = slots[issuer, default: []].count { $0.algorithm == algorithm }
      for _ in present..<max(present, count) {
        slots[issuer, default: []].append(KeySlot(algorithm))
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
    let slots = slotsToSign(for: issuer, declaring: [algorithm])
    for slot in usesLast ? slots.reversed() : slots where slot.algorithm == algorithm {
      let key = try key(in: slot, issuer)
      if key.state == .active { return key }
    }
    throw JOSEError("\(issuer) has no active \(algorithm.rawValue) key")
  }

  /// Returns every key that an issuer publishes, in an order that a restart keeps: by algorithm, the
  /// active ones first, then by age. Generates missing ones, and stores none.
  ///
  /// - Throws: `JOSEError` or `CryptoError`.
  package func publishedKeys(of issuer: String) throws -> [SigningKey] {
    Self.ordered(try slots(of: issuer).map { try $0.existing ?? draft(in: $0, issuer) })
  }

  /// Returns the published keys that exist, in their order, without waiting for others.
  package func shownKeys(of issuer: String) -> [SigningKey] {
    Self.ordered(slots(of: issuer).compactMap { $0.existing ?? $0.draft?.existing })
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

  /// Returns true when every declared key of an issuer is stored.
  ///
  /// - Parameter asDrafts: true where keys that are not stored are enough.
  package func isPrepared(_ issuer: String, asDrafts: Bool = false) -> Bool {
    slots(of: issuer).allSatisfy { ($0.existing ?? (asDrafts ? $0.draft?.existing : nil)) != nil }
  }

  /// Generates and stores the missing keys of an issuer, and calls `completion` once they exist.
  ///
  /// - Parameters:
  ///   - asDrafts: true for a reader of the key set: new keys are kept in memory alone until one of
  ///     them is to sign, so that readers of any names store nothing.
  ///   - completion: called once: immediately when none is missing, otherwise on a thread of the
  ///     pool. Its failure is the error of generating or saving a key, or `WorkerPool.Refusal` when
  ///     the queue is full.
  package func prepare(
    issuer: String, asDrafts: Bool = false,
    then completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    if asDrafts { dropDrafts(besides: issuer) }
    let missing = (asDrafts ? slots(of: issuer) : slotsToSign(for: issuer))
      .filter { $0.existing == nil }
    let drafts = missing.compactMap(\.draft)
    fill(drafts[...], { try self.generated($0, issuer) }) { result in
      guard case .success = result, !asDrafts else { return completion(result) }
      self.fill(missing[...], { try self.stored($0, issuer) }, completion)
    }
  }

  /// Fills slots one after the other on threads of the pool.
  private func fill(
    _ slots: ArraySlice<KeySlot>, _ make: @escaping @Sendable (KeySlot) throws -> SigningKey,
    _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    guard let slot = slots.first else { return completion(.success(())) }
    slot.whenFilled {
      pool.submit {
        slot.fill(with: Result { try make(slot) })
      } refused: { refusal in
        slot.fill(with: .failure(refusal))
      }
    } _: { outcome in
      switch outcome {
      case .success: self.fill(slots.dropFirst(), make, completion)
      case .failure(let error): completion(.failure(error))
      }
    }
  }

  /// The maximum number of issuers that have keys only because their names were read.
  package static let draftLimit = 100

  /// Removes the drafts of an issuer where there are too many.
  private func dropDrafts(besides issuer: String) {
    slots.withLock { slots in
      let drafted = slots.filter { _, slots in
        slots.contains { $0.draft?.existing != nil } && !slots.contains(where: \.isToSign)
      }
      guard drafted.count >= Self.draftLimit, drafted[issuer] == nil else { return }
      drafted.keys.first.map { slots[$0] = nil }
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
      for slot in slotsToSign(for: issuer) { _ = try key(in: slot, issuer) }
      let old = slots(of: issuer).filter { slot in
        slot.algorithm == algorithm && (dropsOld || slot.existing?.state == .active)
      }
      let new = KeySlot(algorithm)
      new.markToSign()
      let key = try new.key {
        try stored(
          new, issuer,
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
      // A key that is being stored is stored after the deletion, so its slot remains.
      slots = slots.mapValues { slots in
        slots.map { $0.existing == nil && $0.isToSign ? $0 : KeySlot($0.algorithm) }
      }
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

  /// Returns the slots of an issuer, which are no longer dropped as drafts.
  private func slotsToSign(
    for issuer: String, declaring algorithms: [JWSAlgorithm] = []
  ) -> [KeySlot] {
    slots.withLock { slots in
      Self.declare(issuer, algorithms, 1, in: &slots)
      for slot in slots[issuer] ?? [] { slot.markToSign() }
      return slots[issuer] ?? []
    }
  }

  private func key(in slot: KeySlot, _ issuer: String) throws -> SigningKey {
    try slot.key { try stored(slot, issuer) }
  }

  private func draft(in slot: KeySlot, _ issuer: String) throws -> SigningKey {
    guard let draft = slot.draft else { return try key(in: slot, issuer) }
    return try draft.key { try generated(draft, issuer) }
  }

  private func generated(_ draft: KeySlot, _ issuer: String) throws -> SigningKey {
    try SigningKey(
      kid: makeKid(issuer), algorithm: draft.algorithm,
      privateKey: makeKey(draft.algorithm))
  }

  private func stored(
    _ slot: KeySlot, _ issuer: String, replacing replaced: Replaced = Replaced()
  ) throws -> SigningKey {
    let key = try draft(in: slot, issuer)
    try save(issuer, key, replaced)
    return key
  }
}
