internal import EmuHTTP
internal import EmuIdentity
internal import EmuJOSE
internal import EmuModel
internal import EmuSAML

extension SAMLIssuer {
  /// Returns the metadata of the identity provider (SAML Metadata §2.4.3), with a certificate for
  /// each key.
  func metadata(_ call: IssuerCall) throws -> Response {
    let site = IssuerSite(self, call)
    let keys = try call.services.keys.publishedKeys(of: id).map { key in
      let certificate = try KeyCertificate.make(for: key, commonName: id)
      return """
        <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="\(XMLSignature.namespace)">\
        <ds:X509Data><ds:X509Certificate>\(certificate.base64)</ds:X509Certificate></ds:X509Data>\
        </ds:KeyInfo></md:KeyDescriptor>
        """
    }
    let formats = SAMLAnswer.nameIDFormats.values.sorted().map {
      "<md:NameIDFormat>\($0)</md:NameIDFormat>"
    }
    let services = [SAMLNames.redirectBinding, SAMLNames.postBinding].map { binding in
      "<md:SingleSignOnService Binding=\"\(binding)\" Location=\"\(XML.escaped(site.url("/sso")))\"/>"
    }
    let document = """
      <?xml version="1.0" encoding="UTF-8"?>\
      <md:EntityDescriptor xmlns:md="\(SAMLNames.metadata)" \
      entityID="\(XML.escaped(try issuerName(at: site)))">\
      <md:IDPSSODescriptor WantAuthnRequestsSigned="\(options.requiresSignedRequests ?? false)" \
      protocolSupportEnumeration="\(SAMLNames.protocol)">\
      \(keys.joined())\(formats.joined())\(services.joined())</md:IDPSSODescriptor>\
      </md:EntityDescriptor>
      """
    return .bytes(Array(document.utf8), type: "application/samlmetadata+xml")
  }
}
