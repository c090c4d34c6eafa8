internal import EmuCrypto
internal import EmuIdentity
internal import EmuIssuers
internal import EmuJOSE
internal import EmuModel
internal import EmuStore
internal import EmuTestTools
internal import Foundation

/// Store files with the issuers' signing keys.
///
/// Generating an RSA key takes up to a third of a second. So a test process generates two of them,
/// and every emulator that needs keys starts with a copy of one file.
enum KeyedStore {
  static func write(to folder: TestFolder) throws -> String {
    try folder.write(template.get(), "state.sqlite")
  }

  private static let template = Result {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path("state.sqlite")
    let store = try Store(Store.Configuration(path: path))
    let keys = try makeKeys()
    try store.write { writer in
      for key in keys { try writer.insert(key) }
    }
    try store.close()
    return try Data(contentsOf: URL(filePath: path))
  }

  /// Apple and `oidc.corp` have separate keys, so that one issuer's signature is never valid for
  /// another's token by chance.
  private static func makeKeys() throws -> [StoredSigningKey] {
    let apple = try PrivateKey.generate(.rsa)
    let other = try PrivateKey.generate(.rsa)
    let curve = try PrivateKey.generate(.ec(.p256))
    var issuers: [(String, JWSAlgorithm)] = ProviderSites.standard.providers.issuers.flatMap {
      provider in
      (provider.issuer?.algorithms ?? []).flatMap { algorithm in
        Array(repeating: (provider.id, algorithm), count: provider.issuer?.keysPerAlgorithm ?? 0)
      }
    }
    issuers += [("oidc.corp", .rs256), ("oidc.corp", .es256)]
    let owners = issuers.map { issuer, algorithm in
      let rsa = ["apple.com", "oidc.corp"].contains(issuer) ? apple : other
      return (issuer: issuer, algorithm: algorithm, key: algorithm == .es256 ? curve : rsa)
    }
    // Another seed than those of emulators, which would generate the same names.
    let random = RandomSource.seeded(0x6b65_7973)
    let ids = IDGenerator(randomBytes: { random.bytes($0) })
    return owners.map { owner in
      StoredSigningKey(
        issuer: owner.issuer, kid: ProviderSites.standard.providers.newKeyID(of: owner.issuer, ids),
        algorithm: owner.algorithm.rawValue, privateKey: owner.key.derRepresentation,
        state: SigningKey.State.active.rawValue, createdAt: TestEmulator.start)
    }
  }
}
