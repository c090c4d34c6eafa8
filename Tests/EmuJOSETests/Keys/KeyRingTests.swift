import EmuJOSE
import EmuThread
import Synchronization
import Testing

@Suite struct `keys: the ring` {
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
}
