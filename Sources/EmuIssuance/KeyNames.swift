package import EmuModel
internal import EmuJOSE
internal import EmuProviders

/// The names of signing keys, in the form that each issuer's own keys have.
package enum KeyNames {
  /// - Parameter issuer: a provider id, or `KeyRing.secureToken`.
  package static func new(of issuer: String, _ ids: IDGenerator) -> String {
    issuer == KeyRing.secureToken
      ? ids.hexadecimal(40) : ProviderRegistry.provider(issuer).newKeyID(ids)
  }
}
