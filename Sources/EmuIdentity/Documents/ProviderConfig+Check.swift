package import EmuModel

// The check of a written provider configuration, before it is stored.

extension ProviderConfig {
  /// Not published; of a secret, in bytes.
  private static let longestSecret = 4096

  /// Checks every value, so that none is silently ignored later.
  package func check(for provider: any IdentityProvider) throws(DocumentError) {
    let (isApple, family) = (provider.signsClientSecrets, provider.family)
    for (field, isWritten, isRead) in [
      ("bundleIds", !bundleIDs.isEmpty, isApple), ("codeFlow", codeFlow != nil, isApple),
      ("appleIssuer", appleIssuer != nil, isApple),
      ("registration", registration != nil, provider.tenancy != nil),
      ("responseType", responseType != nil, family == .oidc),
      ("saml", saml != nil, family == .saml),
    ] where isWritten && !isRead {
      throw DocumentError(
        field: field, message: "\(provider.id) does not have it; leave it out")
    }
    let limit = AccountLimits.clientID
    try DocumentError.check(displayName, "displayName", limit: AccountLimits.displayName)
    try DocumentError.check(clientID, "clientId", limit: limit)
    try DocumentError.check(clientSecret, "clientSecret", limit: Self.longestSecret)
    try DocumentError.check(additionalClientIDs, "additionalClientIds", limit: limit)
    try DocumentError.check(bundleIDs, "bundleIds", limit: limit)
    try DocumentError.checkIssuer(issuer, "issuer", acceptsNames: true)
    try DocumentError.checkRedirects(redirectURIs, "redirectUris")
    try DocumentError.checkRedirects(postLogoutRedirectURIs, "postLogoutRedirectUris")
    try DocumentError.checkKeySet(clientKeys, "clientKeys")
    try codeFlow?.check("codeFlow")
    try appleIssuer?.check("appleIssuer")
    try registration?.check("registration", provider.tenancy)
    guard saml != nil || family != .saml else {
      throw DocumentError(
        field: "saml",
        message: "a SAML provider needs idpEntityId, ssoUrl, x509Certificates and spEntityId")
    }
    try saml?.check("saml")
  }
}

extension ProviderConfig.AppleCodeFlow {
  fileprivate func check(_ path: String) throws(DocumentError) {
    try DocumentError.check(teamId, "\(path).teamId", limit: AccountLimits.clientID)
    try DocumentError.check(keyId, "\(path).keyId", limit: AccountLimits.clientID)
    // EmuCrypto reads the key when it is first used.
    guard privateKey.utf8.starts(with: "-----BEGIN ".utf8) else {
      throw DocumentError(
        field: "\(path).privateKey",
        message: "write the key in PEM, from -----BEGIN PRIVATE KEY----- on, with \\n between lines"
      )
    }
  }
}

extension AppleIssuerOptions {
  fileprivate func check(_ path: String) throws(DocumentError) {
    try DocumentError.checkWebAddress(discoveryIssuer, "\(path).discoveryIssuer")
    try DocumentError.checkWebAddress(notificationEndpoint, "\(path).notificationEndpoint")
    try DocumentError.check(
      relaySenders ?? [], "\(path).relaySenders", limit: EmailAddress.longest)
  }
}

extension AppRegistration {
  fileprivate func check(
    _ path: String, _ tenancy: (any Tenancy)?
  ) throws(DocumentError) {
    let limit = AccountLimits.clientID
    if let tenantId, tenancy?.isTenant(tenantId) == false {
      throw DocumentError(
        field: "\(path).tenantId",
        message: "\"\(tenantId.prefix(64))\" is not a tenant of an app; write a GUID or a domain")
    }
    try DocumentError.checkRedirects(spaRedirectUris, "\(path).spaRedirectUris")
    if let secretEndDateTime, Timestamp(rfc3339: secretEndDateTime) == nil {
      throw DocumentError(
        field: "\(path).secretEndDateTime",
        message: "\"\(secretEndDateTime.prefix(64))\" is not a date with a time; write it as "
          + "2027-01-31T00:00:00Z")
    }
    try DocumentError.check(assignedUsers ?? [], "\(path).assignedUsers", limit: limit)
    try DocumentError.check(adminConsentScopes ?? [], "\(path).adminConsentScopes", limit: limit)
    try DocumentError.checkWebAddress(logoutUrl, "\(path).logoutUrl")
    guard [nil, 1, 2].contains(requestedAccessTokenVersion) else {
      throw DocumentError(
        field: "\(path).requestedAccessTokenVersion", message: "write 1 or 2, or leave it out")
    }
  }
}

extension ProviderConfig.SAML {
  fileprivate func check(_ path: String) throws(DocumentError) {
    let limit = AccountLimits.photoURL
    try DocumentError.check(idpEntityId, "\(path).idpEntityId", limit: limit)
    try DocumentError.checkWebAddress(ssoUrl, "\(path).ssoUrl")
    try DocumentError.check(spEntityId, "\(path).spEntityId", limit: limit)
    try DocumentError.checkWebAddress(callbackUri, "\(path).callbackUri")
    guard !x509Certificates.isEmpty else {
      throw DocumentError(
        field: "\(path).x509Certificates", message: "write at least one certificate in PEM")
    }
  }
}
