import EmuCrypto
import Synchronization
import Testing

@testable import EmuIssuers

@Suite struct `issuers: the keys of Apple teams` {
  @Test func `each text is read once, good or bad, and they do not pile up`() throws {
    let keys = TeamKeys()
    func count() -> Int { keys.known.withLock { $0.count } }
    let pem = try PrivateKey.generate(.ec(.p256)).pemRepresentation
    for _ in 0..<3 {
      #expect(keys.publicKey(ofTeamKey: pem) != nil)
      #expect(keys.publicKey(ofTeamKey: "none") == nil)
    }
    #expect(count() == 2)
    for number in 1..<TeamKeys.limit {
      #expect(keys.publicKey(ofTeamKey: "another \(number)") == nil)
    }
    #expect(count() == 1)
    #expect(keys.publicKey(ofTeamKey: pem) != nil)
  }

  @Test func `a key on another curve is refused`() throws {
    let pem = try PrivateKey.generate(.ec(.p384)).pemRepresentation
    #expect(TeamKeys().publicKey(ofTeamKey: pem) == nil)
  }
}
