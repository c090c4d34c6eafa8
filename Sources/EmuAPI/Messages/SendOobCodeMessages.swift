internal import EmuJSON

struct SendOobCodeRequest: Decodable, Sendable {
  var requestType: OobRequestType?
  var email: String?
  var idToken: String?
  var newEmail: String?
  var continueUrl: String?
  var canHandleCodeInApp: Bool?
  var iOSBundleId: String?
  var iOSAppStoreId: String?
  var androidPackageName: String?
  var androidInstallApp: Bool?
  var androidMinimumVersion: String?
  /// The Web SDK's spelling of the minimum version.
  var androidMinimumVersionCode: String?
  var dynamicLinkDomain: String?
  var linkDomain: String?
  var returnOobLink: Bool?
  var userIp: String?
  var challenge: String?
  var captchaResp: String?
  var captchaResponse: String?
  var clientType: ClientType?
  var recaptchaVersion: RecaptchaVersion?
  var tenantId: String?
  var targetProjectId: String?
  // Published, accepted and not used.
  var kind: String?
}

struct SendOobCodeResponse: Codable, Sendable {
  var kind = "identitytoolkit#GetOobConfirmationCodeResponse"
  var email: String
  var oobCode: String?
  var oobLink: String?
}

/// The purpose of an e-mail's code.
enum OobRequestType: String, WireEnum {
  case unspecified = "OOB_REQ_TYPE_UNSPECIFIED"
  case passwordReset = "PASSWORD_RESET"
  case oldEmailAgree = "OLD_EMAIL_AGREE"
  case newEmailAccept = "NEW_EMAIL_ACCEPT"
  case verifyEmail = "VERIFY_EMAIL"
  case recoverEmail = "RECOVER_EMAIL"
  case emailSignIn = "EMAIL_SIGNIN"
  case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
  case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"

  static let protoName = "google.cloud.identitytoolkit.v1.OobReqType"
}

/// The kind of the calling app.
enum ClientType: String, WireEnum {
  case unspecified = "CLIENT_TYPE_UNSPECIFIED"
  case web = "CLIENT_TYPE_WEB"
  case android = "CLIENT_TYPE_ANDROID"
  case iOS = "CLIENT_TYPE_IOS"

  static let protoName = "google.cloud.identitytoolkit.v1.ClientType"
}

/// The reCAPTCHA that created a response.
enum RecaptchaVersion: String, WireEnum {
  case unspecified = "RECAPTCHA_VERSION_UNSPECIFIED"
  case enterprise = "RECAPTCHA_ENTERPRISE"

  static let protoName = "google.cloud.identitytoolkit.v1.RecaptchaVersion"
}
