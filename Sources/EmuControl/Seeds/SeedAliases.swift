internal import EmuJSON
internal import EmuIdentity
internal import EmuModel

// Alternative names of a seed's fields in the Admin SDKs, `auth:export` and OpenID Connect.

extension UserDocument: FieldAliases {
  static let aliases = [
    "uid": "localId", "id": "localId", "phone": "phoneNumber", "name": "displayName",
    "picture": "photoUrl", "claims": "customClaims", "customAttributes": "customClaims",
    "providerUserInfo": "providers", "providerData": "providers", "tenant": "tenantId",
    "mfaInfo": "mfa", "multiFactor": "mfa", "passwordSalt": "salt", "passwordHashSalt": "salt",
    "tokensValidAfterTime": "validSince", "rawPassword": "password",
  ]
}

extension ProviderLink: FieldAliases {
  package static let aliases = [
    "uid": "rawId", "sub": "rawId", "id": "providerId", "provider": "providerId",
    "federatedId": "rawId", "name": "displayName",
  ]
}

extension UserDocument.FactorDocument: FieldAliases {
  static let aliases = [
    "phoneInfo": "phone", "phoneNumber": "phone", "sharedSecretKey": "totpSecret",
    "uid": "mfaEnrollmentId",
  ]
}

extension AccountDocument: FieldAliases {
  package static let aliases = [
    "uid": "sub", "localId": "sub", "id": "sub", "displayName": "name", "photoUrl": "picture",
    "tenantId": "tenant",
  ]
}
