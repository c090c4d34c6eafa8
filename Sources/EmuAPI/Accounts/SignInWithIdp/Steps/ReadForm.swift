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
    // By bytes: characters cost ten times as much, and what ends a part is ASCII.
    let bytes = Array(uri.utf8)
    let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
    let rest = bytes.dropFirst(scheme.count + 1)
    let host = rest.starts(with: "//".utf8) ? rest.dropFirst(2).prefix { !isEndOfHost($0) } : rest
    guard let first = scheme.first, isLetter(first), !host.isEmpty,
      !host.contains(UInt8(ascii: " ")), scheme.allSatisfy(isOfScheme),
      bytes.allSatisfy({ $0 > 31 })
    else { throw .invalidRequestURI }
    return uri
  }

  private static func isEndOfHost(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// RFC 3986 §3.1.
  private static func isOfScheme(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}
