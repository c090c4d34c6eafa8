internal import EmuHTTP

/// All routes of the backend, one line for each operation.
enum Routes {
  static let all: [Route<Endpoint>] =
    backend.flatMap(withBothPrefixes) + configuration + legacy
    + emulator.flatMap { line in line.paths.map { route(line.method, $0, line.endpoint) } }

  /// Paths behind `/identitytoolkit.googleapis.com` or `/securetoken.googleapis.com`.
  static let backend: [Line] = [
    // MARK: Clients
    .post("/v1/", SignUp.self, "accounts:signUp"),
    .post("/v1/", SignInWithPassword.self, "accounts:signInWithPassword"),
    .post("/v1/", SignInWithCustomToken.self, "accounts:signInWithCustomToken"),
    .post("/v1/", SignInWithIdp.self, "accounts:signInWithIdp"),
    .named(.post, "/v1/", CreateAuthUri.endpoint),
    .post("/v1/", Lookup.self, "accounts:lookup"),
    .post("/v1/", Update.self, "accounts:update"),
    .post("/v1/", Delete.self, "accounts:delete"),
    .post("/v1/", SendOobCode.self, "accounts:sendOobCode"),
    .post("/v1/", ResetPassword.self, "accounts:resetPassword"),
    .post("/v1/", SignInWithEmailLink.self, "accounts:signInWithEmailLink"),
    .post("/v1/", SendVerificationCode.self, "accounts:sendVerificationCode"),
    .post("/v1/", SignInWithPhoneNumber.self, "accounts:signInWithPhoneNumber"),
    .post("/v1/", SignInWithGameCenter.self, "accounts:signInWithGameCenter"),
    .post("/v1/", VerifyIosClient.self, "accounts:verifyIosClient"),
    .post("/v1/", IssueSamlResponse.self, "accounts:issueSamlResponse"),
    .get("/v1/", GetRecaptchaParams.self, "recaptchaParams"),
    .get("/v2/", GetRecaptchaConfig.self, "recaptchaConfig"),
    .post("/v2/", RevokeToken.self, "accounts:revokeToken"),
    .post("/v2/accounts/", StartMfaEnrollment.self, "mfaEnrollment:start"),
    .post("/v2/accounts/", FinalizeMfaEnrollment.self, "mfaEnrollment:finalize"),
    .post("/v2/accounts/", WithdrawMfa.self, "mfaEnrollment:withdraw"),
    .post("/v2/accounts/", StartMfaSignIn.self, "mfaSignIn:start"),
    .post("/v2/accounts/", FinalizeMfaSignIn.self, "mfaSignIn:finalize"),
    .post("/v2/accounts/", StartPasskeyEnrollment.self, "passkeyEnrollment:start"),
    .post("/v2/accounts/", FinalizePasskeyEnrollment.self, "passkeyEnrollment:finalize"),
    .post("/v2/accounts/", StartPasskeySignIn.self, "passkeySignIn:start"),
    .post("/v2/accounts/", FinalizePasskeySignIn.self, "passkeySignIn:finalize"),
    .get("/v1/", GetProject.self, "projects"),
    .get("/v1/", GetPublicKeys.self, "publicKeys", access: .anyone, areKeys: true),
    .get(
      "/v1/", GetSessionCookiePublicKeys.self, "sessionCookiePublicKeys", access: .anyone,
      areKeys: true),
    .named(
      .post, "/v1/", .write(Token.self, "token", access: .client, input: .bodyOrForm),
      host: "/securetoken.googleapis.com"),

    // MARK: Administrators
    .admin("/accounts", .write(SignUp.self, "accounts:signUp", access: .admin)),
    .admin("/accounts:lookup", .read(Lookup.self, "accounts:lookup", access: .admin)),
    .admin("/accounts:update", .write(Update.self, "accounts:update", access: .admin)),
    .admin("/accounts:delete", .write(Delete.self, "accounts:delete", access: .admin)),
    .admin("/accounts:batchCreate", .importing("accounts:batchCreate", access: .admin)),
    .admin(
      "/accounts:batchDelete",
      .write(BatchDelete.self, "accounts:batchDelete", access: .admin)),
    .admin(
      "/accounts:batchGet", method: .get,
      .read(
        BatchGet.self, "accounts:batchGet", access: .admin, input: .query, stream: BatchGet.stream)),
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
  private static let emulator: [Line] = [
    .emulator(
      .delete, "accounts",
      .write(DeleteAllAccounts.self, "emulator.accounts:delete", access: .open)),
    Line(
      method: .get, paths: ["/emulator/v1/projects/{project}/config"],
      endpoint: .read(GetEmulatorConfig.self, "emulator.config:get", access: .open, input: .query)),
    Line(
      method: .patch, paths: ["/emulator/v1/projects/{project}/config"],
      endpoint: .write(UpdateEmulatorConfig.self, "emulator.config:update", access: .open)),
    .emulator(
      .get, "oobCodes",
      .read(ListOobCodes.self, "emulator.oobCodes", access: .open, input: .query)),
    .emulator(
      .get, "verificationCodes",
      .read(
        ListVerificationCodes.self, "emulator.verificationCodes", access: .open, input: .query)),
    .emulator(
      .get, "totpCodes",
      .read(ListTotpCodes.self, "emulator.totpCodes", access: .open, input: .describedQuery)),
    .emulator(
      .get, "users",
      .read(ListUsers.self, "emulator.users", access: .open, input: .describedQuery)),
    .emulator(
      .get, "messages",
      .read(ListMessages.self, "emulator.messages", access: .open, input: .describedQuery)),
    .emulator(
      .delete, "messages",
      .write(DeleteMessages.self, "emulator.messages:delete", access: .open, input: .describedQuery)
    ),
  ]

  static func route(_ method: Method, _ pattern: String, _ endpoint: Endpoint) -> Route<Endpoint> {
    Route(method, pattern, name: endpoint.name, endpoint)
  }
}

extension Routes {
  /// A line of the table, without the host prefixes.
  struct Line {
    var method: Method
    var host = "/identitytoolkit.googleapis.com"
    var paths: [String]
    var endpoint: Endpoint

    /// Returns a call whose path is the prefix with the operation's name.
    static func named(
      _ method: Method, _ prefix: String, _ endpoint: Endpoint,
      host: String = "/identitytoolkit.googleapis.com"
    ) -> Line {
      Line(method: method, host: host, paths: [prefix + endpoint.name], endpoint: endpoint)
    }

    static func post<O: WriteOperation>(_ prefix: String, _ operation: O.Type, _ name: String)
      -> Line
    {
      .named(.post, prefix, .write(operation, name, access: .client))
    }

    static func post<O: ReadOperation>(_ prefix: String, _ operation: O.Type, _ name: String)
      -> Line
    {
      .named(.post, prefix, .read(operation, name, access: .client))
    }

    static func get<O: ReadOperation>(
      _ prefix: String, _ operation: O.Type, _ name: String, access: Access = .client,
      areKeys: Bool = false
    ) -> Line {
      .named(
        .get, prefix,
        .read(operation, name, access: access, input: .query, areKeys: areKeys))
    }

    /// Returns a call for a project and for a tenant in it.
    static func admin(_ suffix: String, method: Method = .post, _ endpoint: Endpoint) -> Line {
      Line(
        method: method,
        paths: [
          "/v1/projects/{project}\(suffix)", "/v1/projects/{project}/tenants/{tenant}\(suffix)",
        ], endpoint: endpoint)
    }

    /// Returns a call for a project and for a tenant in it.
    static func emulator(_ method: Method, _ suffix: String, _ endpoint: Endpoint) -> Line {
      Line(
        method: method,
        paths: [
          "/emulator/v1/projects/{project}/\(suffix)",
          "/emulator/v1/projects/{project}/tenants/{tenant}/\(suffix)",
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
