internal import EmuJOSE
package import EmuModel
package import EmuProviders

extension ProviderRegistry {
  /// A new signing key's name, in the form that the issuer's own keys have.
  ///
  /// - Parameter issuer: a provider id, or `KeyRing.secureToken`.
  package func newKeyID(of issuer: String, _ ids: IDGenerator) -> String {
    issuer == KeyRing.secureToken ? ids.hexadecimal(40) : provider(issuer).newKeyID(ids)
  }
}
