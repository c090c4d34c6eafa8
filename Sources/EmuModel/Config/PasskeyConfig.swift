package import EmuJSON

/// The relying party of a project's or tenant's passkeys.
package struct PasskeyConfig: StoredResource {
  /// The domain that passkeys belong to.
  package var rpId: String?
  /// The pages and apps that may use them; none for those of the domain.
  package var expectedOrigins: [String]?
  @OutputOnly package var name: String?

  package init(rpId: String? = nil) { self.rpId = rpId }

  /// The default: pages on this machine, as on the official emulator.
  package static let local = PasskeyConfig(rpId: "localhost")
}

extension PasskeyConfig: ConfigSection {
  package func check() throws(ConfigProblem) {
    guard AuthorizedDomains.isDomain(rpId ?? "") else {
      throw ConfigProblem(at: "rpId", "rpId must be a domain, such as example.com or localhost.")
    }
    for origin in expectedOrigins ?? [] where !origin.contains(":") || origin.utf8.count > 2048 {
      throw ConfigProblem(
        at: "expectedOrigins",
        "expectedOrigins are origins, such as https://example.com or android:apk-key-hash:….")
    }
  }

  package var sections: [(path: String, section: (any ConfigSection)?)] { [("", self)] }

  package mutating func settle(after update: PasskeyConfig) { rpId = rpId?.lowercased() }
}

extension PasskeyConfig {
  package var relyingPartyID: String { rpId ?? "localhost" }
}
