import EmuCrypto
import EmuTestTools
import Foundation
import Testing

@Suite struct `Self-signed certificates` {
  static let keys: [PrivateKey] = {
    var keys: [PrivateKey] = []
    if let key = try? PrivateKey.generate(.ec(.p256)) { keys.append(key) }
    if let key = try? PrivateKey.generate(.ed25519) { keys.append(key) }
    if let key = try? PrivateKey(pem: vector("rfc7515-a2-private-key.pem")) { keys.append(key) }
    return keys
  }()

  @Test(arguments: 0..<3) func `self-signed certificates certify their own key`(index: Int) throws {
    let key = Self.keys[index]
    let certificate = try X509Certificate.selfSigned(
      key: key, commonName: "securetoken.system.gserviceaccount.com", validFrom: 1_700_000_000,
      validUntil: 1_800_000_000, serial: [1, 2, 3])
    let read = try X509Certificate(pem: certificate.pemRepresentation)
    #expect(read == certificate)
    #expect(try read.publicKey == key.publicKey)
    #expect(read.isSigned(by: key.publicKey))
    #expect(read.sha1Thumbprint.count == 20)
    #expect(!read.isSigned(by: Self.keys[(index + 1) % 3].publicKey))
  }

  @Test(.needs("openssl"))
  func `self-signed certificates have the given values for the openssl command`() throws {
    let certificate = try X509Certificate.selfSigned(
      key: Self.keys[0], commonName: "Emulator", validFrom: 0, validUntil: 4_102_444_800,
      serial: [0x7f, 0xff])
    let text = try Tool.run(
      "openssl", ["x509", "-noout", "-subject", "-issuer", "-serial", "-dates"],
      input: certificate.pemRepresentation
    ).output
    // Its versions differ in the spaces and slashes around a name.
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.hasSuffix("Emulator") && $0.contains("CN") }.count == 2)
    #expect(lines.contains("serial=7FFF"))
    #expect(lines.contains("notBefore=Jan  1 00:00:00 1970 GMT"))
    #expect(lines.contains("notAfter=Jan  1 00:00:00 2100 GMT"))
  }

  @Test func `self-signed certificates reject invalid values`() {
    let key = Self.keys[0]
    func make(_ name: String, _ until: Int64, _ serial: [UInt8]) throws {
      _ = try X509Certificate.selfSigned(
        key: key, commonName: name, validFrom: 10, validUntil: until, serial: serial)
    }
    #expect(throws: CryptoError(.invalidInput, "")) { try make("a", 10, [1]) }
    #expect(throws: CryptoError(.invalidInput, "")) { try make("a", 20, []) }
    #expect(throws: CryptoError(.invalidInput, "")) { try make("a", 20, [0, 0]) }
    #expect(throws: CryptoError(.invalidCertificate, "")) {
      try make(String(repeating: "a", count: 65), 20, [1])
    }
    #expect(throws: CryptoError(.invalidCertificate, "")) {
      try X509Certificate(pem: key.pemRepresentation)
    }
  }
}
