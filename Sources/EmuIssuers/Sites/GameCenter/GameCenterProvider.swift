package import EmuProviders

/// Game Center, whose signatures stand for tokens; see ``GameCenter``.
package struct GameCenterProvider: IdentityProvider {
  package let id = GameCenter.providerID
  package let listing: ProviderListing? = ProviderListing("Game Center", needsClient: false)

  package init() {}
}
