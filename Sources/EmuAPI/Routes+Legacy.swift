internal import EmuHTTP

extension Routes {
  /// The v3 names: iOS and C++ use them to this day.
  static let legacy: [Route<Endpoint>] = lines.flatMap { method, name, endpoint in
    ["/www.googleapis.com", ""].map { host in
      route(method, "\(host)/identitytoolkit/v3/relyingparty/\(name)", endpoint)
    }
  }

  private static let lines: [(Method, String, Endpoint)] = [
    (.post, "createAuthUri", CreateAuthUri.endpoint("createAuthUri")),
    (.post, "deleteAccount", .write(Delete.self, "deleteAccount", access: .client)),
    (
      .post, "emailLinkSignin",
      .write(SignInWithEmailLink.self, "emailLinkSignin", access: .client)
    ),
    (
      .post, "getOobConfirmationCode",
      .write(SendOobCode.self, "getOobConfirmationCode", access: .client)
    ),
    (.post, "resetPassword", .write(ResetPassword.self, "resetPassword", access: .client)),
    (.post, "getAccountInfo", .read(Lookup.self, "getAccountInfo", access: .client)),
    (.post, "setAccountInfo", .write(Update.self, "setAccountInfo", access: .client)),
    (
      .post, "sendVerificationCode",
      .write(SendVerificationCode.self, "sendVerificationCode", access: .client)
    ),
    (
      .post, "verifyPhoneNumber",
      .write(SignInWithPhoneNumber.self, "verifyPhoneNumber", access: .client)
    ),
    (
      .get, "getRecaptchaParam",
      .read(GetRecaptchaParams.self, "getRecaptchaParam", access: .client, input: .query)
    ),
    (.post, "signupNewUser", .write(SignUp.self, "signupNewUser", access: .client)),
    (.post, "verifyAssertion", .write(SignInWithIdp.self, "verifyAssertion", access: .client)),
    (
      .post, "verifyCustomToken",
      .write(SignInWithCustomToken.self, "verifyCustomToken", access: .client)
    ),
    (.post, "verifyPassword", .write(SignInWithPassword.self, "verifyPassword", access: .client)),
    (
      .get, "getProjectConfig",
      .read(GetProject.self, "getProjectConfig", access: .client, input: .query)
    ),
    (
      .get, "publicKeys",
      .read(
        GetPublicKeys.self, "publicKeys", access: .anyone, input: .query,
        cacheControl: Endpoint.revalidated
      ).showingKeys
    ),
    (
      .post, "setProjectConfig",
      .write(SetProjectConfig.self, "setProjectConfig", access: .projectAdmin)
    ),
    (.post, "uploadAccount", .importing("uploadAccount", access: .projectAdmin)),
    (
      .post, "downloadAccount",
      .streaming(BatchGet.self, "downloadAccount", access: .projectAdmin)
    ),
    (
      .post, "signInWithGameCenter",
      .write(SignInWithGameCenter.self, "signInWithGameCenter", access: .client)
    ),
    (.post, "verifyClient", .write(VerifyIosClient.self, "verifyClient", access: .client)),
    (.post, "signOutUser", .read(SignOutUser.self, "signOutUser", access: .client)),
  ]
}
