package import EmuIdentity

/// Google Play Games, without a local issuer.
package struct PlayGames: IdentityProvider {
  package let id = "playgames.google.com"
  package let listing: ProviderListing? = ProviderListing("Play Games")

  package init() {}
}
