internal import EmuHTTP

/// All routes of the backend, one line for each operation.
enum Routes {
  static let all: [Route<Endpoint>] =
    (backend + configuration).flatMap(withBothPrefixes) + legacy
    + emulator.flatMap { line in line.paths.map { route(line.method, $0, line.endpoint) } }

  /// Paths behind `/identitytoolkit.googleapis.com` or `/securetoken.googleapis.com`.
  static let backend: [Line] = [
    // MARK: Clients
    .post("/v1/", SignUp.self, "accounts:signUp"),
    .post("/v1/", SignInWithPassword.self, "accounts:signInWithPassword"),
    .post("/v1/", SignInWithCustomToken.self, "accounts:signInWithCustomToken"),
    .post("/v1/", SignInWithIdp.self, "accounts:signInWithIdp"),
    .post("/v1/", CreateAuthUri.self, "accounts:createAuthUri"),
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
    .get("/v1/", GetPublicKeys.self, "publicKeys", access: .anyone),
    .get("/v1/", GetSessionCookiePublicKeys.self, "sessionCookiePublicKeys", access: .anyone),
    .named(
      .post, "/v1/", Token.endpoint("token", access: .client, input: .bodyOrForm),
      host: "/securetoken.googleapis.com"),

    // MARK: Administrators
    .admin(SignUp.self, "accounts:signUp", path: "/accounts"),
    .admin(Lookup.self, "accounts:lookup"),
    .admin(Update.self, "accounts:update"),
    .admin(Delete.self, "accounts:delete"),
    .admin(BatchCreate.self, "accounts:batchCreate"),
    .admin(BatchDelete.self, "accounts:batchDelete"),
    .admin(BatchGet.self, "accounts:batchGet", method: .get, input: .query),
    .admin(SendOobCode.self, "accounts:sendOobCode"),
    .admin(Query.self, "accounts:query"),
    .admin(CreateSessionCookie.self, "projects:createSessionCookie", path: ":createSessionCookie"),
    .admin(Query.self, "accounts:query", path: ":queryAccounts"),
  ]

  /// The official emulator's own calls.
  private static let emulator: [Line] = [
    .emulator(.delete, "accounts", DeleteAllAccounts.self, input: .body),
    Line(
      method: .get, paths: [config],
      endpoint: GetEmulatorConfig.endpoint("emulator.config:get", access: .open, input: .query)),
    Line(
      method: .patch, paths: [config],
      endpoint: UpdateEmulatorConfig.endpoint(
        "emulator.config:update", access: .open, input: .body)),
    .emulator(.get, "oobCodes", ListOobCodes.self, input: .query),
    .emulator(.get, "verificationCodes", ListVerificationCodes.self, input: .query),
    .emulator(.get, "totpCodes", ListTotpCodes.self),
    .emulator(.get, "users", ListUsers.self),
    .emulator(.get, "messages", ListMessages.self),
    .emulator(.delete, "messages", DeleteMessages.self),
  ]

  private static let config = "/emulator/v1/projects/{project}/config"

  static func route(_ method: Method, _ pattern: String, _ endpoint: Endpoint) -> Route<Endpoint> {
    Route(method, pattern, name: endpoint.name, endpoint.refusing(as: pattern))
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

    static func post(_ prefix: String, _ operation: any Operation.Type, _ name: String) -> Line {
      .named(.post, prefix, operation.endpoint(name, access: .client, input: .body))
    }

    static func get(
      _ prefix: String, _ operation: any Operation.Type, _ name: String, access: Access = .client
    ) -> Line {
      .named(.get, prefix, operation.endpoint(name, access: access, input: .query))
    }

    /// Returns a call for a project and for a tenant in it.
    ///
    /// - Parameter path: the rest of the path, if it is not the operation's name.
    static func admin(
      _ operation: any Operation.Type, _ name: String, path: String? = nil, method: Method = .post,
      input: Endpoint.InputSource = .body
    ) -> Line {
      let endpoint = operation.endpoint(name, access: .admin, input: input)
      return .scoped(method, "/v1/projects/{project}", path ?? "/" + name, endpoint)
    }

    /// Returns a call for a project and for a tenant in it.
    static func emulator(
      _ method: Method, _ path: String, _ operation: any Operation.Type,
      input: Endpoint.InputSource = .describedQuery
    ) -> Line {
      let name = "emulator.\(path)" + (method == .delete ? ":delete" : "")
      let endpoint = operation.endpoint(name, access: .open, input: input)
      return .scoped(method, "/emulator/v1/projects/{project}", "/" + path, endpoint)
    }

    private static func scoped(
      _ method: Method, _ project: String, _ path: String, _ endpoint: Endpoint
    ) -> Line {
      Line(
        method: method, paths: [project + path, "\(project)/tenants/{tenant}\(path)"],
        endpoint: endpoint)
    }
  }

  /// Returns a line's routes with the host's name, as the SDKs call an emulator, and without it for
  /// clients that replace the host. Those of configurations are also below `/admin`, as in
  /// production.
  fileprivate static func withBothPrefixes(_ line: Line) -> [Route<Endpoint>] {
    let parents = line.endpoint.access == .configuration ? ["", "/admin"] : [""]
    return line.paths.flatMap { path in
      [line.host, ""].flatMap { host in
        parents.map { route(line.method, host + $0 + path, line.endpoint) }
      }
    }
  }
}
