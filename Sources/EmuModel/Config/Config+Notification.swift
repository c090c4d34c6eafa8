package import EmuJSON

extension Config {
  /// The e-mails and text messages of a project.
  package struct Notification: Codable, Sendable, Hashable {
    package var defaultLocale: String?
    package var sendEmail: SendEmail?
    package var sendSms: SendSms?

    package struct SendEmail: Codable, Sendable, Hashable {
      package enum Method: String, WireEnum {
        case unspecified = "METHOD_UNSPECIFIED"
        case standard = "DEFAULT"
        case smtp = "CUSTOM_SMTP"

        package static let protoName = adminV2("SendEmail.Method")
      }

      package var callbackUri: String?
      package var changeEmailTemplate: Template?
      package var dnsInfo: DNS?
      package var legacyResetPasswordTemplate: Template?
      package var method: Method?
      package var resetPasswordTemplate: Template?
      package var revertSecondFactorAdditionTemplate: Template?
      package var smtp: SMTP?
      package var verifyEmailTemplate: Template?
    }

    package struct Template: Codable, Sendable, Hashable {
      package enum Format: String, WireEnum {
        case unspecified = "BODY_FORMAT_UNSPECIFIED"
        case plainText = "PLAIN_TEXT"
        case html = "HTML"

        package static let protoName = adminV2("EmailTemplate.BodyFormat")
      }

      package var body: String?
      package var bodyFormat: Format?
      package var replyTo: String?
      package var senderDisplayName: String?
      package var senderLocalPart: String?
      package var subject: String?
      @OutputOnly package var customized: Bool?
    }

    package struct DNS: Codable, Sendable, Hashable {
      package enum State: String, WireEnum {
        case unspecified = "VERIFICATION_STATE_UNSPECIFIED"
        case notStarted = "NOT_STARTED"
        case inProgress = "IN_PROGRESS"
        case failed = "FAILED"
        case succeeded = "SUCCEEDED"

        package static let protoName = adminV2("DnsInfo.VerificationState")
      }

      package var useCustomDomain: Bool?
      @OutputOnly package var customDomain: String?
      @OutputOnly package var pendingCustomDomain: String?
      @OutputOnly package var customDomainState: State?
      @OutputOnly package var domainVerificationRequestTime: String?
    }

    package struct SMTP: Codable, Sendable, Hashable {
      package enum Security: String, WireEnum {
        case unspecified = "SECURITY_MODE_UNSPECIFIED"
        case ssl = "SSL"
        case startTLS = "START_TLS"

        package static let protoName = adminV2("Smtp.SecurityMode")
      }

      package var host: String?
      package var password: String?
      package var port: Int32?
      package var securityMode: Security?
      package var senderEmail: String?
      package var username: String?
    }

    package struct SendSms: Codable, Sendable, Hashable {
      package struct Template: Codable, Sendable, Hashable {
        package var content: String?
      }

      package var useDeviceLocale: Bool?
      @OutputOnly package var smsTemplate: Template?
    }
  }
}
