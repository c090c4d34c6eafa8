internal import EmuCrypto
internal import EmuHTTP
internal import EmuJOSE
internal import EmuModel
internal import EmuSAML

extension SAMLSignOn {
  /// Checks the signature of the request where a certificate of the service provider is known, and
  /// that there is one where the options require it.
  ///
  /// - Throws: `PageError` with the reason.
  func checkSignature() throws {
    let isRequired = issuer.options.requiresSignedRequests == true
    let signature = fields.first("Signature")
    guard isDeflated ? signature != nil : request.isSigned else {
      guard isRequired else { return }
      throw refusal(
        "it is not signed, which requiresSignedRequests of this issuer demands; set signRequest of the "
          + "provider's idpConfig, or let the service provider sign")
    }
    let keys = self.keys
    guard !keys.isEmpty else {
      guard isRequired else { return }
      throw refusal(
        "no certificate of the service provider is known; add it to requestCertificates with "
          + "PATCH /emulator/v1/issuers/\(issuer.id)")
    }
    if isDeflated {
      let problem = SAMLQuerySignature.problem(
        of: call.request.rawQuery ?? "", algorithm: fields.first("SigAlg"),
        signature: signature ?? "", keys: keys)
      if let problem { throw refusal(problem) }
      return
    }
    var read = request
    read.isSigned = false
    do throws(XMLError) {
      let signed = try SAMLRequest(value: fields.first("SAMLRequest") ?? "", signedBy: keys)
      guard signed == read else { throw .foreignReference }
    } catch {
      throw refusal(error.message)
    }
  }

  /// The keys of the configured certificates, in PEM; of the backend too if it signs this request.
  private var keys: [String] {
    let keys = SAMLParties.keys(of: issuer.options.requestCertificates ?? [])
    let config = project.providers[issuer.id]?.saml
    guard config?.signRequest == true, config?.spEntityId == request.issuer else { return keys }
    return keys
      + call.services.keys.existingKeys(of: KeyRing.samlRequests).map {
        $0.privateKey.publicKey.pemRepresentation
      }
  }

  private func refusal(_ reason: String) -> PageError {
    issuer.pageError(
      "invalid_request",
      "The signature of the SAMLRequest of \(request.issuer.prefix(256)) is refused: \(reason).")
  }
}
