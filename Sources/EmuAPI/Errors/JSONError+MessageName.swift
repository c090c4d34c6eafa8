internal import EmuJSON

extension JSONError {
  /// The type of the expected message, as `type.googleapis.com` names it; nil where it is not known.
  var messageName: String? {
    expectedType.flatMap { Self.messageNames[$0] }.map { "type.googleapis.com/google." + $0 }
  }

  private static let messageNames: [String: String] = packages.reduce(into: [:]) { names, package in
    for (type, message) in package.value { names[type] = "\(package.key).\(message)" }
  }

  /// The names of Google's discovery documents, by package and our types.
  private static let packages: [String: [String: String]] = [
    "cloud.identitytoolkit.v1": [
      "Argon2Parameters": "Argon2Parameters",
      "FederatedUserIdentifier": "FederatedUserIdentifier",
      "MfaEnrollment": "MfaEnrollment",
      "MfaEnrollment.EmailInfo": "EmailInfo",
      "MfaInfo": "MfaInfo",
      "ProviderUserInfo": "ProviderUserInfo",
      "QueryExpression": "SqlExpression",
      "UserInfo": "UserInfo",
    ],
    "cloud.identitytoolkit.v2": [
      "FinalizeMfaEnrollmentRequest.TotpVerification": "FinalizeMfaTotpEnrollmentRequestInfo",
      "FinalizeMfaSignInRequest.TotpVerification": "MfaTotpSignInRequestInfo",
      "MfaPhoneVerification": "FinalizeMfaPhoneRequestInfo",
      "PhoneRecipient": "StartMfaPhoneRequestInfo",
    ],
    "cloud.identitytoolkit.admin.v2": [
      "Config.Anonymous": "Anonymous",
      "Config.BlockingFunctions": "BlockingFunctionsConfig",
      "Config.BlockingFunctions.ForwardedCredentials": "ForwardInboundCredentials",
      "Config.Client": "ClientConfig",
      "Config.Email": "Email",
      "Config.EmailPrivacy": "EmailPrivacyConfig",
      "Config.Hash": "HashConfig",
      "Config.MobileLinks": "MobileLinksConfig",
      "Config.Monitoring": "MonitoringConfig",
      "Config.Monitoring.RequestLogging": "RequestLogging",
      "Config.MultiTenant": "MultiTenantConfig",
      "Config.Notification": "NotificationConfig",
      "Config.Notification.DNS": "DnsInfo",
      "Config.Notification.SMTP": "Smtp",
      "Config.Notification.SendEmail": "SendEmail",
      "Config.Notification.SendSms": "SendSms",
      "Config.Notification.SendSms.Template": "SmsTemplate",
      "Config.Notification.Template": "EmailTemplate",
      "Config.PasswordPolicy": "PasswordPolicyConfig",
      "Config.PasswordPolicy.Version": "PasswordPolicyVersion",
      "Config.PasswordStrength": "CustomStrengthOptions",
      "Config.Phone": "PhoneNumber",
      "Config.Quota": "QuotaConfig",
      "Config.Quota.SignUp": "TemporaryQuota",
      "Config.Recaptcha": "RecaptchaConfig",
      "Config.Recaptcha.Key": "RecaptchaKey",
      "Config.Recaptcha.ManagedRule": "RecaptchaManagedRule",
      "Config.Recaptcha.TollFraudRule": "RecaptchaTollFraudManagedRule",
      "Config.SecondFactors": "MultiFactorAuthConfig",
      "Config.SecondFactors.ProviderConfig": "ProviderConfig",
      "Config.SecondFactors.TOTP": "TotpMfaProviderConfig",
      "Config.SignIn": "SignInConfig",
      "Config.SmsRegions": "SmsRegionConfig",
      "Config.SmsRegions.AllowByDefault": "AllowByDefault",
      "Config.SmsRegions.AllowlistOnly": "AllowlistOnly",
      "DefaultSupportedIdpConfigs.Content.Apple": "AppleSignInConfig",
      "DefaultSupportedIdpConfigs.Content.CodeFlow": "CodeFlowConfig",
      "InboundSamlConfigs.Content.Certificate": "IdpCertificate",
      "InboundSamlConfigs.Content.IdP": "IdpConfig",
      "InboundSamlConfigs.Content.OwnCertificate": "SpCertificate",
      "InboundSamlConfigs.Content.SP": "SpConfig",
      "ProviderConfig.ResponseType": "OAuthResponseType",
      "TenantConfig.Client": "ClientPermissionConfig",
      "TenantConfig.Inheritance": "Inheritance",
    ],
    "iam.v1": [
      "GetIamPolicy.Input.Options": "GetPolicyOptions",
      "IAMPolicy": "Policy",
      "IAMPolicy.AuditConfig": "AuditConfig",
      "IAMPolicy.AuditLog": "AuditLogConfig",
      "IAMPolicy.Binding": "Binding",
    ],
    "type": ["IAMPolicy.Condition": "Expr"],
  ]
}
