extension Shape {
  /// `GoogleCloudIdentitytoolkitAdminV2Tenant`.
  static let tenant = Shape(
    [
      "allowPasswordSignup": .flag,
      "autodeleteAnonymousUsers": .flag,
      "client": .message(Shape(["permissions": .message(.permissions)])),
      "disableAuth": .flag,
      "displayName": .text,
      "emailPrivacyConfig": .message(.emailPrivacy),
      "enableAnonymousUser": .flag,
      "enableEmailLinkSignin": .flag,
      "inheritance": .message(Shape(["emailSendingConfig": .flag])),
      "mfaConfig": .message(.mfa),
      "mobileLinksConfig": .message(.mobileLinks),
      "monitoring": .message(.monitoring),
      "passwordPolicyConfig": .message(.passwordPolicy),
      "recaptchaConfig": .message(.recaptcha),
      "smsRegionConfig": .message(.smsRegions),
      "testPhoneNumbers": .map(.text),
    ],
    outputOnly: ["name": .text, "tenantId": .text, "hashConfig": .message(.hashConfig)])

  /// `GoogleIamV1Policy`.
  static let iamPolicy: Shape = {
    let condition = Shape([
      "description": .text, "expression": .text, "location": .text, "title": .text,
    ])
    let log = Shape([
      "exemptedMembers": .list(.text),
      "logType": .choice(["LOG_TYPE_UNSPECIFIED", "ADMIN_READ", "DATA_WRITE", "DATA_READ"]),
    ])
    return Shape([
      "version": .int32, "etag": .formatted(.bytes),
      "bindings": .list(
        .message(
          Shape(["role": .text, "members": .list(.text), "condition": .message(condition)]))),
      "auditConfigs": .list(
        .message(Shape(["service": .text, "auditLogConfigs": .list(.message(log))]))),
    ])
  }()
}
