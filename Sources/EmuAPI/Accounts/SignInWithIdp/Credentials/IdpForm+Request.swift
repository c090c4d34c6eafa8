internal import EmuIdentity
internal import EmuModel

// The checks of a form against the rest of its request.
extension IdpForm {
  /// Returns the address of the provider's answer.
  ///
  /// - Throws: `MISSING_REQUEST_URI`; `INVALID_REQUEST_URI` for a text that is not an absolute URI.
  static func address(in input: SignInWithIdpRequest) throws(APIError) -> String {
    let uri = try input.requestUri.given(otherwise: APIError("MISSING_REQUEST_URI"))
    // By bytes: characters cost ten times as much, and all delimiters are ASCII.
    let scheme = uri.utf8.prefix { $0 != UInt8(ascii: ":") }
    let rest = uri.utf8.dropFirst(scheme.count + 1)
    let host =
      rest.starts(with: "//".utf8)
      ? rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) } : rest
    guard AbsoluteURL.isScheme(scheme), !host.isEmpty, !host.contains(UInt8(ascii: " ")),
      uri.utf8.allSatisfy({ $0 > 31 })
    else { throw APIError("INVALID_REQUEST_URI") }
    return uri
  }

  /// Checks that the form belongs to the sign-in that `createAuthUri` or the web page began.
  ///
  /// - Returns: the nonce of that sign-in, which the app cannot know; nil without a session.
  ///
  /// - Throws: by the switch `sessionBinding`, `INVALID_IDP_RESPONSE` for a request of another
  ///   sign-in.
  func bindToSession(
    of input: SignInWithIdpRequest, in context: OperationContext
  ) throws(APIError) -> String? {
    guard let session else { return nil }
    let sessionID = input.sessionId.given
    let problem = session.problem(
      sessionID: sessionID, providerID: providerID, requestURI: input.requestUri ?? "",
      project: context.project.id, tenant: context.tenant?.id)
    try context.check(
      .sessionBinding, problem == nil, reason: "\(problem ?? "")",
      otherwise: .invalidIdpResponse("The session does not match the one of this sign-in."))
    if let failure {
      throw .invalidIdpResponse(
        "The identity provider refused the sign-in: \(failure.prefix(128))")
    }
    guard problem == nil, nonce == nil, idToken != nil, let sessionID else { return nil }
    return IdpSession.rawNonce(of: session.begun(with: sessionID), project: session.project)
  }

  /// Explains the loss of a truncated name that the provider sends only once. The sign-in continues
  /// without the name.
  func explainLostName(in context: OperationContext) {
    guard let sharing = context.provider(providerID).oneTimeSharing,
      let loss = user.flatMap(sharing.loss(in:))
    else { return }
    context.explain(.field(sharing.field), .warned, Reason(loss))
  }

  /// Returns true if the credential may have been exchanged before.
  ///
  /// An app presents the web page's answer to sign in, and again to link. The official emulator's
  /// page returns claims, which can be repeated.
  func allowsRepeat(in context: OperationContext) -> Bool {
    session?.opener != nil && !context.switches.isOn(.replayProtection)
  }

  /// Returns false if `autoCreate: false` forbids a new account.
  ///
  /// Apps send it to reauthenticate. The Android SDK sends it for every sign-in over a page, first
  /// ones included, and the backend creates the account nevertheless.
  func autoCreate(_ given: Bool?, in context: OperationContext) -> Bool {
    guard given == false else { return true }
    // The session names the page's opener. Without one, an Android SDK's address comes from a page.
    let isAndroid = context.origin.androidPackage != nil
    guard isInAddress, !(session?.opener?.meansAutoCreate ?? !isAndroid) else { return false }
    context.explain(
      .autoCreate, .allowed,
      "autoCreate is false and ignored: the Android SDK sends it for every sign-in that comes back "
        + "over a page.")
    return true
  }
}
