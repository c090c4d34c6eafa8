package import EmuCrypto
package import EmuModel

extension ServiceAccount {
  /// The key of the PEM text; nil for an invalid text.
  package var key: PublicKey? {
    (try? PublicKey(pem: publicKey)) ?? (try? X509Certificate(pem: publicKey).publicKey)
  }
}
