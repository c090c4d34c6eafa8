import EmuJOSE
import EmuThread
import Synchronization
import Testing

@Suite struct `keys: the ring` {
  /// Reads the key sets of so many names that the keys of every name that signs nothing are dropped.
  private static func readNames(_ ring: KeyRing) throws {
    for number in 0..<20 * KeyRing.draftLimit {
      ring.declare(issuer: "oidc.n\(number)", algorithms: [.es256])
      _ = try ring.publishedKeys(of: "oidc.n\(number)")
      ring.prepare(issuer: "oidc.none", asDrafts: true) { _ in }
    }
  }

  @Test func `a key ring keeps keys that are to sign while other names are read`() async throws {
    let key = try JWSAlgorithm.es256.makePrivateKey()
    let count = Mutex(0)
    let ring = Mutex<KeyRing?>(nil)
    let made = try KeyRing(
      pool: WorkerPool(threads: 1, queueLimit: 10), load: { _ in [] },
      save: { _, _, _ in try ring.withLock { $0 }.map(Self.readNames) },
      makeKid: { _ in String(count.withLock { $0 }) },
      makeKey: { _ in
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number == 2 { try ring.withLock { $0 }.map(Self.readNames) }
        return key
      })
    ring.withLock { $0 = made }
    made.declare(issuer: "oidc.corp", algorithms: [.es256], count: 2)
    let result = await withCheckedContinuation { continuation in
      made.prepare(issuer: "oidc.corp") { continuation.resume(returning: $0) }
    }
    try result.get()
    #expect(made.existingKeys(of: "oidc.corp").count == 2)
    // A rotated key has not signed yet.
    let new = try made.rotate(issuer: "oidc.corp", algorithm: .es256, dropsOld: true)
    try Self.readNames(made)
    #expect(made.existingKeys(of: "oidc.corp").map(\.kid) == [new.kid])
  }

  @Test func `a key ring publishes a key that is stored during a reset`() throws {
    let key = try JWSAlgorithm.es256.makePrivateKey()
    let ring = Mutex<KeyRing?>(nil)
    let made = try KeyRing(
      pool: WorkerPool(threads: 1, queueLimit: 10), load: { _ in [] },
      save: { _, _, _ in ring.withLock { $0 }?.removeAll() }, makeKid: { _ in "kid" },
      makeKey: { _ in key })
    ring.withLock { $0 = made }
    made.declare(issuer: "oidc.corp", algorithms: [.es256])
    let signing = try made.signingKey(of: "oidc.corp", algorithm: .es256)
    #expect(made.existingKeys(of: "oidc.corp").map(\.kid) == [signing.kid])
  }

  @Test func `a key ring drops keys that were only read at a reset`() throws {
    let count = Mutex(0)
    let key = try JWSAlgorithm.es256.makePrivateKey()
    let ring = try KeyRing(
      pool: WorkerPool(threads: 1, queueLimit: 10), load: { _ in [] }, save: { _, _, _ in },
      makeKid: { _ in
        count.withLock { count in
          count += 1
          return String(count)
        }
      }, makeKey: { _ in key })
    ring.declare(issuer: "oidc.corp", algorithms: [.es256])
    #expect(try ring.publishedKeys(of: "oidc.corp").map(\.kid) == ["1"])
    ring.removeAll()
    #expect(try ring.publishedKeys(of: "oidc.corp").map(\.kid) == ["2"])
  }
}
