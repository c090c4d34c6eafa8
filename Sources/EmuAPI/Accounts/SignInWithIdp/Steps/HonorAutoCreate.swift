internal import EmuIssuance
internal import EmuModel
internal import EmuWire

/// Decides whether `autoCreate: false` forbids a new account.
///
/// Apps send it to reauthenticate. The Android SDK sends it for every sign-in that comes back over a
/// page, first ones included, and the backend makes the account all the same.
enum HonorAutoCreate: IdpPreparationStep {
  static func run(_ signIn: inout IdpSignIn, in context: OperationContext) throws {
    guard let form = signIn.form else { return }
    guard signIn.input.autoCreate == false,
      !isHonored(form, isAndroid: context.origin.androidPackage != nil)
    else { return }
    context.explain(
      .autoCreate, .allowed,
      "autoCreate is false and ignored: the Android SDK sends it for every sign-in that comes back "
        + "over a page.")
    signIn.input.autoCreate = true
  }

  /// The session names who opened the web sign-in page. Without a session, an address that the Android
  /// SDK sends comes from a page.
  ///
  /// - Parameter isAndroid: whether the Android SDK sent the request.
  private static func isHonored(_ form: IdpForm, isAndroid: Bool) -> Bool {
    guard form.isInAddress else { return true }
    return form.session?.opener?.meansAutoCreate ?? !isAndroid
  }
}
