internal import EmuHTTP
internal import EmuIdentity
internal import EmuModel
internal import EmuWire
internal import EmuXML

/// The address that sends a browser to the identity provider of SAML, by its redirect binding.
struct SAMLRedirect {
  let context: OperationContext
  let input: CreateAuthUriRequest

  /// Returns the address, and notes the id of the request in the session.
  ///
  /// - Throws: 501 where the library for SAML is missing.
  func url(for session: inout IdpSession) throws(APIError) -> String {
    let parties = SAMLParties(
      of: session.providerID, in: context.project, baseURL: context.baseURL)
    let id = "_" + context.ids.hexadecimal(32)
    session.requestID = id
    session.callbackURL = session.redirectURI
    let request = SAMLRequest(
      id: id, issuedAt: context.now, issuer: parties.spEntityID, destination: parties.ssoURL,
      callbackURL: session.redirectURI)
    var fields: FormFields
    do {
      fields = ["SAMLRequest": try request.redirectValue(), "RelayState": session.sealed]
    } catch {
      throw .notImplemented(error.message)
    }
    for member in (input.customParameter ?? [:]).sorted(by: { $0.key < $1.key })
    where fields.first(member.key) == nil {
      fields.add(member.key, member.value)
    }
    explainSignature()
    let mark = parties.ssoURL.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
    return parties.ssoURL + mark + fields.encoded
  }

  private func explainSignature() {
    guard context.project.providers[input.providerId ?? ""]?.saml?.signRequest == true else {
      return
    }
    context.explain(
      .saml, .chose,
      "signRequest is on, and this emulator does not sign its requests; production does.")
  }
}
