internal import EmuModel
internal import EmuWire

/// Decides whether `autoCreate: false` forbids a new account.
///
/// Apps send it to reauthenticate. The Android SDK sends it for every sign-in that comes back over a
/// page, first ones included, and the backend makes the account all the same.
enum HonorAutoCreate: IdpPreparationStep {
  static func run(_ signIn: inout IdpSignIn, in context: OperationContext) throws {
    guard let form = signIn.form else { return }
    let isAndroid = context.origin.androidPackage != nil
    guard signIn.input.autoCreate == false,
      !isHonored(isInAddress: form.isInAddress, isAndroid: isAndroid)
    else { return }
    context.explain(
      .autoCreate, .allowed,
      "autoCreate is false and ignored: the Android SDK sends it for every sign-in that comes back "
        + "over a page.")
    signIn.input.autoCreate = true
  }

  /// - Parameters:
  ///   - isInAddress: whether the credential came back in `requestUri`.
  ///   - isAndroid: whether the Android SDK sent the request.
  private static func isHonored(isInAddress: Bool, isAndroid: Bool) -> Bool {
    !(isInAddress && isAndroid)
  }
}
