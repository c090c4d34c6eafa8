internal import EmuJSON

/// `accounts:sendOobCode`: request.
package struct SendOobCodeRequest: Decodable, Sendable {
  package var requestType: OobRequestType?
  package var email: String?
  package var idToken: String?
  package var newEmail: String?
  package var continueUrl: String?
  package var canHandleCodeInApp: Bool?
  package var iOSBundleId: String?
  package var iOSAppStoreId: String?
  package var androidPackageName: String?
  package var androidInstallApp: Bool?
  package var androidMinimumVersion: String?
  /// The Web SDK's spelling of the minimum version.
  package var androidMinimumVersionCode: String?
  package var dynamicLinkDomain: String?
  package var linkDomain: String?
  package var returnOobLink: Bool?
  package var userIp: String?
  package var challenge: String?
  package var captchaResp: String?
  package var captchaResponse: String?
  package var clientType: ClientType?
  package var recaptchaVersion: RecaptchaVersion?
  package var tenantId: String?
  package var targetProjectId: String?
  // Published, accepted and not used.
  package var kind: String?
}

/// `accounts:sendOobCode`: response.
package struct SendOobCodeResponse: Codable, Sendable {
  package var kind: String
  package var email: String
  package var oobCode: String?
  package var oobLink: String?

  package init(kind: String, email: String) {
    self.kind = kind
    self.email = email
  }
}

/// The purpose of an e-mail's code.
package enum OobRequestType: String, WireEnum {
  case unspecified = "OOB_REQ_TYPE_UNSPECIFIED"
  case passwordReset = "PASSWORD_RESET"
  case oldEmailAgree = "OLD_EMAIL_AGREE"
  case newEmailAccept = "NEW_EMAIL_ACCEPT"
  case verifyEmail = "VERIFY_EMAIL"
  case recoverEmail = "RECOVER_EMAIL"
  case emailSignIn = "EMAIL_SIGNIN"
  case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
  case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"

  package static let protoName = "google.cloud.identitytoolkit.v1.OobReqType"
}

/// The kind of the calling app.
package enum ClientType: String, WireEnum {
  case unspecified = "CLIENT_TYPE_UNSPECIFIED"
  case web = "CLIENT_TYPE_WEB"
  case android = "CLIENT_TYPE_ANDROID"
  case iOS = "CLIENT_TYPE_IOS"

  package static let protoName = "google.cloud.identitytoolkit.v1.ClientType"
}

/// The reCAPTCHA that created a response.
package enum RecaptchaVersion: String, WireEnum {
  case unspecified = "RECAPTCHA_VERSION_UNSPECIFIED"
  case enterprise = "RECAPTCHA_ENTERPRISE"

  package static let protoName = "google.cloud.identitytoolkit.v1.RecaptchaVersion"
}
