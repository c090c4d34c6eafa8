package import EmuProviders

/// Google Play Games, which has no issuer here.
package struct PlayGames: IdentityProvider {
  package let id = "playgames.google.com"
  package let listing: ProviderListing? = ProviderListing("Play Games")

  package init() {}
}
