package import EmuIdentity
package import EmuJSON
package import EmuModel

/// Google Play Games, without a local issuer: apps sign in with a code of Google's.
package struct PlayGames: IdentityProvider {
  package let id = "playgames.google.com"
  package let listing: ProviderListing? = ProviderListing("Play Games")
  package let acceptsIDTokens = false
  package let codeIssuer: String? = Google().id

  /// Returns the player of a Google account, which has no address.
  package func profile(fromOwn claims: JSONObject) throws(ClaimError) -> IdpProfile {
    var profile = try ClaimReader(claims).profileWithoutInfo(provider: self)
    profile.email = nil
    profile.emailVerified = false
    var info: JSONObject = ["playerId": .string(profile.rawID)]
    info.setText("displayName", profile.displayName)
    profile.rawUserInfo = JSON.object(info).serialized()
    return profile
  }
}
