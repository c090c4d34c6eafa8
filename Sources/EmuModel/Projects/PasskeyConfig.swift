/// The relying party of a project's or tenant's passkeys.
package struct PasskeyConfig: Sendable, Hashable, Codable {
  /// The domain that passkeys belong to.
  package var relyingPartyID: String
  /// The pages and apps that may use them; empty for those of the domain.
  package var expectedOrigins: [String]

  package init(relyingPartyID: String, expectedOrigins: [String] = []) {
    self.relyingPartyID = relyingPartyID
    self.expectedOrigins = expectedOrigins
  }

  /// The default: pages on this machine, as on the official emulator.
  package static let local = PasskeyConfig(relyingPartyID: "localhost")
}
