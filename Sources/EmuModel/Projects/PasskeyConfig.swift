/// Whose passkeys a project or tenant takes.
package struct PasskeyConfig: Sendable, Hashable, Codable {
  /// The domain that passkeys belong to.
  package var relyingPartyID: String
  /// The pages and apps that may use them; empty for those of the domain.
  package var expectedOrigins: [String]

  package init(relyingPartyID: String, expectedOrigins: [String] = []) {
    self.relyingPartyID = relyingPartyID
    self.expectedOrigins = expectedOrigins
  }

  /// What stands where nothing was set: pages on this machine, as on the official emulator.
  package static let local = PasskeyConfig(relyingPartyID: "localhost")
}
