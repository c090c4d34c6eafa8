internal import EmuCrypto
internal import EmuHTTP
internal import EmuHTTPServer
internal import EmuModel

/// The certificate of the TLS listener, and the one that clients must trust for it.
struct ServerIdentity: Sendable {
  /// The chain, leaf first, as PEM.
  let certificatePEM: String
  let keyPEM: String
  /// The local authority's certificate; nil for the user's certificate.
  let caFile: String?

  /// Reads the user's certificate, or lets the local authority create one.
  ///
  /// - Parameter now: seconds since the epoch, by the machine's clock.
  init(_ configuration: Configuration, _ source: Configuration.TLS.Source, now: Int64)
    throws(TLSError)
  {
    switch source {
    case .localAuthority(let folder):
      let authority = try LocalAuthority(folder: folder, now: now)
      let issued = try authority.issue(for: configuration.certifiedHosts, now: now)
      certificatePEM = issued.certificatePEM
      keyPEM = issued.keyPEM
      caFile = authority.caFile
    case .files(let certificate, let key):
      certificatePEM = try Self.text(of: certificate, flag: "--tls-cert")
      keyPEM = try Self.text(of: key, flag: "--tls-key")
      caFile = nil
      do throws(CryptoError) {
        try Self.check(certificatePEM, keyPEM)
      } catch {
        throw .ownPair(certificate, key, error)
      }
    }
  }

  func listener(port: UInt16) -> HTTPServer.Configuration.TLS {
    HTTPServer.Configuration.TLS(port: port, certificatePEM: certificatePEM, keyPEM: keyPEM)
  }

  private static func text(of path: String, flag: String) throws(TLSError) -> String {
    do throws(LocalFile.Failure) {
      return String(decoding: try LocalFile.bytes(at: path, limit: 1 << 20), as: UTF8.self)
    } catch {
      throw TLSError(
        message: "\(path) cannot be read (\(error.reason)). Check the path after \(flag).")
    }
  }

  /// Checks that the key is the certificate's: the listener would only report that it cannot start.
  private static func check(_ certificatePEM: String, _ keyPEM: String) throws(CryptoError) {
    // openssl(1) writes a curve's parameters before the key, which are not needed.
    let parametersEnd = keyPEM.firstRange(of: "-----END EC PARAMETERS-----")?.upperBound
    let key = try PrivateKey(pem: String(keyPEM[(parametersEnd ?? keyPEM.startIndex)...]))
    guard try X509Certificate(pem: certificatePEM).publicKey == key.publicKey else {
      throw CryptoError(.invalidKey, "the key is not the one that the certificate certifies")
    }
  }
}

extension Configuration {
  private var publicAddress: AbsoluteURL? { publicURL.flatMap(AbsoluteURL.init) }

  /// The host of `--public-url`.
  var publicHost: String? { publicAddress.flatMap { Host(String($0.authority))?.name } }

  /// The origin of the emulator's own pages behind a proxy, such as `https://auth.corp.example`.
  var publicOrigin: String? { publicAddress.map { "\($0.scheme)://\($0.authority)" } }

  /// The names that the local authority certifies: those of this machine, and those of the flags.
  fileprivate var certifiedHosts: [String] {
    let isEverywhere = ["0.0.0.0", "::"].contains(host)
    let named =
      [host, publicHost, isEverywhere ? LocalNetwork.address() : nil].compactMap(\.self)
      + allowedHosts.flatMap(Self.names)
    return ["localhost", "127.0.0.1", "::1"] + named.filter(CertificateAuthority.canCertify(host:))
  }

  /// `.suffix` is a name and its subdomains, of which a certificate covers one level.
  private static func names(allowed: String) -> [String] {
    allowed.hasPrefix(".") ? [String(allowed.dropFirst()), "*" + allowed] : [allowed]
  }
}
