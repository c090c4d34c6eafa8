internal import EmuModel
internal import EmuWire

/// When `autoCreate: false` forbids a new account.
///
/// Apps send it to reauthenticate. The Android SDK sends it for every sign-in that comes back over a
/// page, first ones included, and the backend makes the account all the same.
enum AutoCreateRule {
  /// - Parameters:
  ///   - isInAddress: whether the credential came back in `requestUri`.
  ///   - isAndroid: whether the Android SDK sent the request.
  static func isHonored(isInAddress: Bool, isAndroid: Bool) -> Bool { !(isInAddress && isAndroid) }

  /// The input as it is meant.
  static func applied(
    to input: SignInWithIdpRequest, with request: CredentialRequest, in context: OperationContext
  ) -> SignInWithIdpRequest {
    let isAndroid = context.origin.androidPackage != nil
    guard input.autoCreate == false,
      !isHonored(isInAddress: request.isInAddress, isAndroid: isAndroid)
    else { return input }
    context.explain(
      "autoCreate", .allowed,
      "autoCreate is false and ignored: the Android SDK sends it for every sign-in that comes back "
        + "over a page.")
    var input = input
    input.autoCreate = true
    return input
  }
}
