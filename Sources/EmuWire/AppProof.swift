/// What an app brings with a request for a text message, to show that it is a real one.
package protocol AppProof {
  var recaptchaToken: String? { get }
  var iosReceipt: String? { get }
  var iosSecret: String? { get }
  var playIntegrityToken: String? { get }
  var safetyNetToken: String? { get }
  var captchaResponse: String? { get }
  var clientType: ClientType? { get }
  var recaptchaVersion: RecaptchaVersion? { get }
}

extension SendVerificationCodeRequest: AppProof {}
extension StartMfaPhoneInfo: AppProof {}
