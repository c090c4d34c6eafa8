import EmuCrypto
import Testing

@testable import EmuIssuers

@Suite struct `issuers: the keys of Apple teams` {
  @Test func `each text is read once, good or bad, and they do not pile up`() throws {
    let keys = TeamKeys(limit: 2)
    let pem = try PrivateKey.generate(.ec(.p256)).pemRepresentation
    for _ in 0..<3 {
      #expect(keys.publicKey(ofTeamKey: pem) != nil)
      #expect(keys.publicKey(ofTeamKey: "none") == nil)
    }
    #expect(keys.count == 2)
    #expect(keys.publicKey(ofTeamKey: "another") == nil)
    #expect(keys.count == 1)
    #expect(keys.publicKey(ofTeamKey: pem) != nil)
  }

  @Test func `a key on another curve is refused`() throws {
    let pem = try PrivateKey.generate(.ec(.p384)).pemRepresentation
    #expect(TeamKeys().publicKey(ofTeamKey: pem) == nil)
  }
}
