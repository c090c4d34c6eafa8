internal import EmuJOSE
package import EmuModel

extension ProviderRegistry {
  /// Returns a new signing key's name, in the form of the issuer's own keys.
  ///
  /// - Parameter issuer: a provider id, or `KeyRing.secureToken`.
  package func newKeyID(of issuer: String, _ ids: IDGenerator) -> String {
    issuer == KeyRing.secureToken ? ids.hexadecimal(40) : provider(issuer).newKeyID(ids)
  }
}
