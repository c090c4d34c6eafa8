extension Shape {
  /// `GoogleCloudIdentitytoolkitAdminV2Config`.
  static let config = Shape(
    [
      "authorizedDomains": .list(.text),
      "autodeleteAnonymousUsers": .flag,
      "blockingFunctions": .message(blockingFunctions),
      "client": .message(
        Shape(
          ["permissions": .message(.permissions)],
          outputOnly: ["apiKey": .text, "firebaseSubdomain": .text])),
      "emailPrivacyConfig": .message(.emailPrivacy),
      "mfa": .message(.mfa),
      "mobileLinksConfig": .message(.mobileLinks),
      "monitoring": .message(.monitoring),
      "multiTenant": .message(Shape(["allowTenants": .flag, "defaultTenantLocation": .text])),
      "notification": .message(notification),
      "passwordPolicyConfig": .message(.passwordPolicy),
      "quota": .message(
        Shape([
          "signUpQuotaConfig": .message(
            Shape([
              "quota": .int64, "quotaDuration": .formatted(.duration),
              "startTime": .formatted(.time),
            ]))
        ])),
      "recaptchaConfig": .message(.recaptcha),
      "signIn": .message(signIn),
      "smsRegionConfig": .message(.smsRegions),
    ],
    outputOnly: [
      "name": .text, "defaultHostingSite": .text,
      "subtype": .choice(["SUBTYPE_UNSPECIFIED", "IDENTITY_PLATFORM", "FIREBASE_AUTH"]),
    ])

  private static let signIn = Shape(
    [
      "allowDuplicateEmails": .flag,
      "anonymous": .message(Shape(["enabled": .flag])),
      "email": .message(Shape(["enabled": .flag, "passwordRequired": .flag])),
      "phoneNumber": .message(Shape(["enabled": .flag, "testPhoneNumbers": .map(.text)])),
    ], outputOnly: ["hashConfig": .message(.hashConfig)])

  private static let blockingFunctions = Shape([
    "triggers": .map(
      .message(Shape(["functionUri": .text, "updateTime": .formatted(.time)]))),
    "forwardInboundCredentials": .message(
      Shape(["accessToken": .flag, "idToken": .flag, "refreshToken": .flag])),
  ])

  private static let notification: Shape = {
    let template = FieldType.message(
      Shape(
        [
          "body": .text, "bodyFormat": .choice(["BODY_FORMAT_UNSPECIFIED", "PLAIN_TEXT", "HTML"]),
          "replyTo": .text, "senderDisplayName": .text, "senderLocalPart": .text, "subject": .text,
        ], outputOnly: ["customized": .flag]))
    let dns = Shape(
      ["useCustomDomain": .flag],
      outputOnly: [
        "customDomain": .text, "pendingCustomDomain": .text,
        "customDomainState": .choice([
          "VERIFICATION_STATE_UNSPECIFIED", "NOT_STARTED", "IN_PROGRESS", "FAILED", "SUCCEEDED",
        ]),
        "domainVerificationRequestTime": .formatted(.time),
      ])
    let smtp = Shape([
      "host": .text, "password": .text, "port": .int32, "senderEmail": .text, "username": .text,
      "securityMode": .choice(["SECURITY_MODE_UNSPECIFIED", "SSL", "START_TLS"]),
    ])
    let sms = Shape([
      "useDeviceLocale": .flag,
      "smsTemplate": .message(Shape([:], outputOnly: ["content": .text])),
    ])
    let email = Shape([
      "callbackUri": .text, "changeEmailTemplate": template, "dnsInfo": .message(dns),
      "legacyResetPasswordTemplate": template, "resetPasswordTemplate": template,
      "method": .choice(["METHOD_UNSPECIFIED", "DEFAULT", "CUSTOM_SMTP"]),
      "revertSecondFactorAdditionTemplate": template, "smtp": .message(smtp),
      "verifyEmailTemplate": template,
    ])
    return Shape([
      "defaultLocale": .text, "sendEmail": .message(email), "sendSms": .message(sms),
    ])
  }()
}
