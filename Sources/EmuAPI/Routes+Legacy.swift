internal import EmuHTTP

extension Routes {
  /// The v3 paths, which iOS and C++ use. Their operations have the names of v1.
  static let legacy: [Route<Endpoint>] = {
    let lines = Dictionary(
      (ownLines + backend).map { ($0.endpoint.name, $0) }, uniquingKeysWith: { first, _ in first })
    return names.flatMap { name, operation in
      ["/www.googleapis.com", ""].compactMap { host in
        lines[operation].map { line in
          route(line.method, "\(host)/identitytoolkit/v3/relyingparty/\(name)", line.endpoint)
        }
      }
    }
  }()

  /// The operations of the paths, by their names in v1.
  private static let names: KeyValuePairs = [
    "createAuthUri": "accounts:createAuthUri",
    "deleteAccount": "accounts:delete",
    "emailLinkSignin": "accounts:signInWithEmailLink",
    "getOobConfirmationCode": "accounts:sendOobCode",
    "resetPassword": "accounts:resetPassword",
    "getAccountInfo": "accounts:lookup",
    "setAccountInfo": "accounts:update",
    "sendVerificationCode": "accounts:sendVerificationCode",
    "verifyPhoneNumber": "accounts:signInWithPhoneNumber",
    "getRecaptchaParam": "recaptchaParams",
    "signupNewUser": "accounts:signUp",
    "verifyAssertion": "accounts:signInWithIdp",
    "verifyCustomToken": "accounts:signInWithCustomToken",
    "verifyPassword": "accounts:signInWithPassword",
    "getProjectConfig": "projects",
    "publicKeys": "publicKeys",
    "setProjectConfig": "setProjectConfig",
    "uploadAccount": "accounts:batchCreate",
    "downloadAccount": "accounts:batchGet",
    "signInWithGameCenter": "accounts:signInWithGameCenter",
    "verifyClient": "accounts:verifyIosClient",
    "signOutUser": "signOutUser",
  ]

  /// The operations that v1 does not have, or not in this form.
  private static let ownLines: [Line] = [
    .named(.post, "", SetProjectConfig.endpoint("setProjectConfig", access: .admin, input: .body)),
    .named(
      .post, "", BatchCreate.endpoint("accounts:batchCreate", access: .projectAdmin, input: .body)),
    .named(.post, "", BatchGet.endpoint("accounts:batchGet", access: .projectAdmin, input: .body)),
    .post("", SignOutUser.self, "signOutUser"),
  ]
}
