internal import EmuHTTP
internal import EmuJOSE
package import EmuProviders

/// Game Center, whose signatures stand for tokens; see ``GameCenter``.
package struct GameCenterProvider: IdentityProvider {
  package let id = GameCenter.providerID
  package let listing: ProviderListing? = ProviderListing("Game Center", needsClient: false)
  package let isFirstFactor = false

  package init() {}
}

extension GameCenterProvider: OwnControls {
  var ownControls: [IssuerRoute] {
    [
      ControlRoutes.route(
        .post, "/\(id)/signatures", "issuers.gameCenter.signatures",
        "Signs what Game Center hands an app: the body of accounts:signInWithGameCenter.",
        takes: GameCenterSignatures.Input.self, answers: GameCenterReport.self,
        example: #"{"bundleId": "com.example.app", "displayName": "Ann"}"#,
        GameCenterSignatures.answer
      ).signing(as: { _ in GameCenter.providerID })
    ]
  }
}

extension GameCenterProvider: OwnKeys {
  var keyAlgorithms: [JWSAlgorithm] { [.rs256] }
}

extension GameCenterProvider: OwnPaths {
  var ownPaths: [IssuerRoute] {
    [
      IssuerRoute(.get, "/certificates/{key}", "gameCenter.certificate", style: .control) { call in
        .ready(try GameCenterSignatures.certificate(call))
      }
    ]
  }
}
