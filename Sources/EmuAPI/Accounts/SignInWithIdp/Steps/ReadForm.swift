internal import EmuWire

/// Reads the credential's form out of `postBody` and `requestUri`.
///
/// A pending token goes before whatever old credential is sent beside it.
enum ReadForm: IdpPreparationStep {
  static func run(_ signIn: inout IdpSignIn, in context: OperationContext) throws {
    let uri = try address(in: signIn.input)
    if let token = ProfileInput.given(signIn.input.pendingToken) {
      signIn.pendingToken = token
      signIn.presented = .pending(token)
    } else {
      signIn.form = try IdpForm(uri: uri, postBody: signIn.input.postBody)
    }
  }

  /// The address of the provider's answer, which every request names.
  ///
  /// - Throws: `MISSING_REQUEST_URI`; `INVALID_REQUEST_URI` for what is no absolute URI.
  private static func address(in input: SignInWithIdpRequest) throws(APIError) -> String {
    guard let uri = ProfileInput.given(input.requestUri) else { throw .missingRequestURI }
    let scheme = uri.prefix { $0 != ":" }
    let rest = uri.dropFirst(scheme.count + 1)
    let host = rest.hasPrefix("//") ? rest.dropFirst(2).prefix { !"/?#".contains($0) } : rest
    guard scheme.first?.isLetter == true, !host.isEmpty, !host.contains(" "),
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }),
      uri.utf8.allSatisfy({ $0 > 31 })
    else { throw .invalidRequestURI }
    return uri
  }
}
