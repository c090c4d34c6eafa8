internal import EmuHTTP
package import EmuIdentity

/// Game Center, which has signatures instead of tokens; see ``GameCenter``.
package struct GameCenterProvider: IdentityProvider {
  package let id = GameCenter.providerID
  package let listing: ProviderListing? = ProviderListing("Game Center", needsClient: false)
  package let isFirstFactor = false

  static var site: ProviderRoutes {
    let provider = GameCenterProvider()
    return ProviderRoutes(
      provider: provider,
      paths: [
        IssuerRoute(.get, "/certificates/{key}", "gameCenter.certificate", style: .control) {
          .ready(try GameCenterSignatures.certificate($0))
        }
      ],
      controls: [
        ControlRoutes.route(
          .post, "/\(provider.id)/signatures", "issuers.gameCenter.signatures",
          "Signs the body of accounts:signInWithGameCenter, as Game Center does for an app. "
            + "Its base64 is URL-safe, as the iOS SDK sends it.",
          accepts: GameCenterSignatures.Input.self,
          example: #"{"bundleId": "com.example.app", "displayName": "Ann"}"#,
          GameCenterSignatures.answer
        ).signing(byKeyOf: GameCenter.providerID)
      ])
  }
}
