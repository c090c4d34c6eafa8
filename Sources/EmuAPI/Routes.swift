internal import EmuHTTP

/// All routes of the backend, one line for each operation.
enum Routes {
  static let all: [Route<Endpoint>] =
    backend.flatMap(withBothPrefixes) + configuration + legacy
    + emulator

  /// Paths behind `/identitytoolkit.googleapis.com` or `/securetoken.googleapis.com`.
  private static let backend: [Line] = [
    // MARK: Clients
    .post("/v1/accounts:signUp", .write(SignUp.self, "accounts:signUp", access: .client)),
    .post(
      "/v1/accounts:signInWithPassword",
      .write(SignInWithPassword.self, "accounts:signInWithPassword", access: .client)),
    .post(
      "/v1/accounts:signInWithCustomToken",
      .write(SignInWithCustomToken.self, "accounts:signInWithCustomToken", access: .client)),
    .post(
      "/v1/accounts:signInWithIdp",
      .write(SignInWithIdp.self, "accounts:signInWithIdp", access: .client)),
    .post(
      "/v1/accounts:createAuthUri",
      CreateAuthUri.endpoint("accounts:createAuthUri")),
    .post("/v1/accounts:lookup", .read(Lookup.self, "accounts:lookup", access: .client)),
    .post("/v1/accounts:update", .write(Update.self, "accounts:update", access: .client)),
    .post("/v1/accounts:delete", .write(Delete.self, "accounts:delete", access: .client)),
    .post(
      "/v1/accounts:sendOobCode",
      .write(SendOobCode.self, "accounts:sendOobCode", access: .client)),
    .post(
      "/v1/accounts:resetPassword",
      .write(ResetPassword.self, "accounts:resetPassword", access: .client)),
    .post(
      "/v1/accounts:signInWithEmailLink",
      .write(SignInWithEmailLink.self, "accounts:signInWithEmailLink", access: .client)),
    .post(
      "/v1/accounts:sendVerificationCode",
      .write(SendVerificationCode.self, "accounts:sendVerificationCode", access: .client)),
    .post(
      "/v1/accounts:signInWithPhoneNumber",
      .write(SignInWithPhoneNumber.self, "accounts:signInWithPhoneNumber", access: .client)),
    .post(
      "/v1/accounts:signInWithGameCenter",
      .write(SignInWithGameCenter.self, "accounts:signInWithGameCenter", access: .client)),
    .post(
      "/v1/accounts:verifyIosClient",
      .write(VerifyIosClient.self, "accounts:verifyIosClient", access: .client)),
    .post(
      "/v1/accounts:issueSamlResponse",
      .read(IssueSamlResponse.self, "accounts:issueSamlResponse", access: .client)),
    .get(
      "/v1/recaptchaParams",
      .read(GetRecaptchaParams.self, "recaptchaParams", access: .client, input: .query)),
    .get(
      "/v2/recaptchaConfig",
      .read(GetRecaptchaConfig.self, "recaptchaConfig", access: .client, input: .query)),
    .post(
      "/v2/accounts:revokeToken",
      .write(RevokeToken.self, "accounts:revokeToken", access: .client)),
    .post(
      "/v2/accounts/mfaEnrollment:start",
      .write(StartMfaEnrollment.self, "mfaEnrollment:start", access: .client)),
    .post(
      "/v2/accounts/mfaEnrollment:finalize",
      .write(FinalizeMfaEnrollment.self, "mfaEnrollment:finalize", access: .client)),
    .post(
      "/v2/accounts/mfaEnrollment:withdraw",
      .write(WithdrawMfa.self, "mfaEnrollment:withdraw", access: .client)),
    .post(
      "/v2/accounts/mfaSignIn:start",
      .write(StartMfaSignIn.self, "mfaSignIn:start", access: .client)),
    .post(
      "/v2/accounts/mfaSignIn:finalize",
      .write(FinalizeMfaSignIn.self, "mfaSignIn:finalize", access: .client)),
    .post(
      "/v2/accounts/passkeyEnrollment:start",
      .write(StartPasskeyEnrollment.self, "passkeyEnrollment:start", access: .client)),
    .post(
      "/v2/accounts/passkeyEnrollment:finalize",
      .write(FinalizePasskeyEnrollment.self, "passkeyEnrollment:finalize", access: .client)),
    .post(
      "/v2/accounts/passkeySignIn:start",
      .write(StartPasskeySignIn.self, "passkeySignIn:start", access: .client)),
    .post(
      "/v2/accounts/passkeySignIn:finalize",
      .write(FinalizePasskeySignIn.self, "passkeySignIn:finalize", access: .client)),
    .get("/v1/projects", .read(GetProject.self, "projects", access: .client, input: .query)),
    .get(
      "/v1/publicKeys",
      .read(
        GetPublicKeys.self, "publicKeys", access: .anyone, input: .query,
        areKeys: true
      ).showingKeys),
    .get(
      "/v1/sessionCookiePublicKeys",
      .read(
        GetSessionCookiePublicKeys.self, "sessionCookiePublicKeys", access: .anyone,
        input: .query, areKeys: true
      ).showingKeys),
    .secureToken(
      "/v1/token", .write(Token.self, "token", access: .client, input: .bodyOrForm)),

    // MARK: Administrators
    .admin("/accounts", .write(SignUp.self, "accounts:signUp", access: .admin)),
    .admin("/accounts:lookup", .read(Lookup.self, "accounts:lookup", access: .admin)),
    .admin("/accounts:update", .write(Update.self, "accounts:update", access: .admin)),
    .admin("/accounts:delete", .write(Delete.self, "accounts:delete", access: .admin)),
    .admin(
      "/accounts:batchCreate",
      .importing("accounts:batchCreate", access: .admin)),
    .admin(
      "/accounts:batchDelete",
      .write(BatchDelete.self, "accounts:batchDelete", access: .admin)),
    .admin(
      "/accounts:batchGet", method: .get,
      .streaming(
        BatchGet.self, "accounts:batchGet", access: .admin, input: .query)),
    .admin(
      "/accounts:sendOobCode",
      .write(SendOobCode.self, "accounts:sendOobCode", access: .admin)),
    .admin("/accounts:query", .read(Query.self, "accounts:query", access: .admin)),
    .admin(
      ":createSessionCookie",
      .read(CreateSessionCookie.self, "projects:createSessionCookie", access: .admin)),
    .admin(":queryAccounts", .read(Query.self, "accounts:query", access: .admin)),
  ]

  /// The official emulator's own calls.
  private static let emulator: [Route<Endpoint>] = [
    route(
      .delete, "/emulator/v1/projects/{project}/accounts",
      .write(DeleteAllAccounts.self, "emulator.accounts:delete", access: .open)),
    route(
      .delete, "/emulator/v1/projects/{project}/tenants/{tenant}/accounts",
      .write(DeleteAllAccounts.self, "emulator.accounts:delete", access: .open)),
    route(
      .get, "/emulator/v1/projects/{project}/config",
      .read(GetEmulatorConfig.self, "emulator.config:get", access: .open, input: .query)),
    route(
      .patch, "/emulator/v1/projects/{project}/config",
      .write(UpdateEmulatorConfig.self, "emulator.config:update", access: .open)),
    route(
      .get, "/emulator/v1/projects/{project}/oobCodes",
      .read(ListOobCodes.self, "emulator.oobCodes", access: .open, input: .query)),
    route(
      .get, "/emulator/v1/projects/{project}/tenants/{tenant}/oobCodes",
      .read(ListOobCodes.self, "emulator.oobCodes", access: .open, input: .query)),
    route(
      .get, "/emulator/v1/projects/{project}/verificationCodes",
      .read(
        ListVerificationCodes.self, "emulator.verificationCodes", access: .open, input: .query)),
    route(
      .get, "/emulator/v1/projects/{project}/tenants/{tenant}/verificationCodes",
      .read(
        ListVerificationCodes.self, "emulator.verificationCodes", access: .open,
        input: .query)),
    route(
      .get, "/emulator/v1/projects/{project}/totpCodes",
      .read(ListTotpCodes.self, "emulator.totpCodes", access: .open, input: .describedQuery)),
    route(
      .get, "/emulator/v1/projects/{project}/tenants/{tenant}/totpCodes",
      .read(ListTotpCodes.self, "emulator.totpCodes", access: .open, input: .describedQuery)),
    route(
      .get, "/emulator/v1/projects/{project}/users",
      .read(ListUsers.self, "emulator.users", access: .open, input: .describedQuery)),
    route(
      .get, "/emulator/v1/projects/{project}/tenants/{tenant}/users",
      .read(ListUsers.self, "emulator.users", access: .open, input: .describedQuery)),
    route(
      .get, "/emulator/v1/projects/{project}/messages",
      .read(ListMessages.self, "emulator.messages", access: .open, input: .describedQuery)),
    route(
      .get, "/emulator/v1/projects/{project}/tenants/{tenant}/messages",
      .read(ListMessages.self, "emulator.messages", access: .open, input: .describedQuery)),
    route(
      .delete, "/emulator/v1/projects/{project}/messages",
      .write(DeleteMessages.self, "emulator.messages:delete", access: .open, input: .describedQuery)
    ),
    route(
      .delete, "/emulator/v1/projects/{project}/tenants/{tenant}/messages",
      .write(DeleteMessages.self, "emulator.messages:delete", access: .open, input: .describedQuery)
    ),
  ]

  static func route(_ method: Method, _ pattern: String, _ endpoint: Endpoint) -> Route<Endpoint> {
    Route(method, pattern, name: endpoint.name, endpoint)
  }
}

extension Routes {
  /// A line of the table, without the host prefixes.
  fileprivate struct Line {
    var method: Method
    var host: String
    var paths: [String]
    var endpoint: Endpoint

    static let identityToolkit = "/identitytoolkit.googleapis.com"

    static func post(_ path: String, _ endpoint: Endpoint) -> Line {
      Line(method: .post, host: identityToolkit, paths: [path], endpoint: endpoint)
    }

    static func get(_ path: String, _ endpoint: Endpoint) -> Line {
      Line(method: .get, host: identityToolkit, paths: [path], endpoint: endpoint)
    }

    static func secureToken(_ path: String, _ endpoint: Endpoint) -> Line {
      Line(
        method: .post, host: "/securetoken.googleapis.com", paths: [path], endpoint: endpoint)
    }

    /// Returns a call for a project and for a tenant in it.
    static func admin(_ suffix: String, method: Method = .post, _ endpoint: Endpoint) -> Line {
      Line(
        method: method, host: identityToolkit,
        paths: [
          "/v1/projects/{project}\(suffix)", "/v1/projects/{project}/tenants/{tenant}\(suffix)",
        ], endpoint: endpoint)
    }
  }

  /// Returns a line's routes with the host's name, as the SDKs call an emulator, and without it for
  /// clients that replace the host.
  fileprivate static func withBothPrefixes(_ line: Line) -> [Route<Endpoint>] {
    line.paths.flatMap { path in
      [line.host + path, path].map { route(line.method, $0, line.endpoint.refusing(as: path)) }
    }
  }
}
