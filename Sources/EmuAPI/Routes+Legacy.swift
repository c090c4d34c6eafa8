internal import EmuHTTP

extension Routes {
  /// The v3 paths, which iOS and C++ use. Their operations have the names of v1.
  static let legacy: [Route<Endpoint>] = lines.flatMap { method, name, endpoint in
    ["/www.googleapis.com", ""].map { host in
      route(method, "\(host)/identitytoolkit/v3/relyingparty/\(name)", endpoint)
    }
  }

  private static let lines: [(Method, String, Endpoint)] = [
    (.post, "createAuthUri", CreateAuthUri.endpoint("accounts:createAuthUri")),
    (.post, "deleteAccount", .write(Delete.self, "accounts:delete", access: .client)),
    (
      .post, "emailLinkSignin",
      .write(SignInWithEmailLink.self, "accounts:signInWithEmailLink", access: .client)
    ),
    (
      .post, "getOobConfirmationCode",
      .write(SendOobCode.self, "accounts:sendOobCode", access: .client)
    ),
    (.post, "resetPassword", .write(ResetPassword.self, "accounts:resetPassword", access: .client)),
    (.post, "getAccountInfo", .read(Lookup.self, "accounts:lookup", access: .client)),
    (.post, "setAccountInfo", .write(Update.self, "accounts:update", access: .client)),
    (
      .post, "sendVerificationCode",
      .write(SendVerificationCode.self, "accounts:sendVerificationCode", access: .client)
    ),
    (
      .post, "verifyPhoneNumber",
      .write(SignInWithPhoneNumber.self, "accounts:signInWithPhoneNumber", access: .client)
    ),
    (
      .get, "getRecaptchaParam",
      .read(GetRecaptchaParams.self, "recaptchaParams", access: .client, input: .query)
    ),
    (.post, "signupNewUser", .write(SignUp.self, "accounts:signUp", access: .client)),
    (
      .post, "verifyAssertion",
      .write(SignInWithIdp.self, "accounts:signInWithIdp", access: .client)
    ),
    (
      .post, "verifyCustomToken",
      .write(SignInWithCustomToken.self, "accounts:signInWithCustomToken", access: .client)
    ),
    (
      .post, "verifyPassword",
      .write(SignInWithPassword.self, "accounts:signInWithPassword", access: .client)
    ),
    (
      .get, "getProjectConfig",
      .read(GetProject.self, "projects", access: .client, input: .query)
    ),
    (
      .get, "publicKeys",
      .read(
        GetPublicKeys.self, "publicKeys", access: .anyone, input: .query,
        areKeys: true
      ).showingKeys
    ),
    (
      .post, "setProjectConfig",
      .write(SetProjectConfig.self, "setProjectConfig", access: .admin)
    ),
    (.post, "uploadAccount", .importing("accounts:batchCreate", access: .projectAdmin)),
    (
      .post, "downloadAccount",
      .streaming(BatchGet.self, "accounts:batchGet", access: .projectAdmin)
    ),
    (
      .post, "signInWithGameCenter",
      .write(SignInWithGameCenter.self, "accounts:signInWithGameCenter", access: .client)
    ),
    (
      .post, "verifyClient",
      .write(VerifyIosClient.self, "accounts:verifyIosClient", access: .client)
    ),
    (.post, "signOutUser", .read(SignOutUser.self, "signOutUser", access: .client)),
  ]
}
