extension MCPTool {
  /// Every tool, in the order in which a model reads them.
  static let all: [MCPTool] = [
    // MARK: Why
    MCPTool(
      "explain_request", "GET requests/{id}", .reads,
      "Explains why a request was refused or warned: the rule, its reason, what to change in the app, "
        + "how each SDK names the error, and a scenario that reproduces it. Without id it explains the "
        + "newest refusal; id is also `last` or a number of list_requests. Start here when a sign-in fails.",
      hasText: true),
    MCPTool(
      "list_requests", "GET requests", .reads,
      "Lists what apps and servers sent, newest first, with outcome, user, error code and reasons. Use "
        + "outcome=refused to find failures, then explain_request with an id.",
      fixed: ["bodies": "false"]),
    MCPTool(
      "production_differences", "GET report", .reads,
      "Reports which requests production would have answered differently, and by which rule. An app "
        + "without differences here behaves the same in production.",
      hasText: true),
    MCPTool(
      "emulator_status", "GET health", .reads,
      "Returns version, default project, profile and folder of the emulator."),

    // MARK: Users
    MCPTool(
      "find_users", "GET projects/{project}/users", .reads,
      "Finds users by a part of uid, address, number or name (search), or by provider, state, claim or "
        + "second factor. A user has its providers, and disabled where no sign-in is possible."),
    MCPTool(
      "create_user", "POST /v1/projects/{project}/accounts", .adds("a user"),
      "Creates a user as the Admin SDK does; localId is the uid, generated if it is absent.",
      members: [
        "localId", "email", "emailVerified", "password", "displayName", "phoneNumber", "photoUrl",
        "disabled", "mfaInfo", "tenantId",
      ]),
    MCPTool(
      "change_user", "POST /v1/projects/{project}/accounts:update", .sets("properties of a user"),
      "Changes the user with the uid localId. disableUser false enables a disabled user; "
        + "customAttributes is JSON text with the custom claims; linkProviderUserInfo adds a provider.",
      members: [
        "localId", "email", "emailVerified", "password", "displayName", "phoneNumber", "photoUrl",
        "disableUser", "customAttributes", "deleteAttribute", "deleteProvider",
        "linkProviderUserInfo", "mfa", "tenantId",
      ]),
    MCPTool(
      "delete_user", "POST /v1/projects/{project}/accounts:delete", .sets("a user"),
      "Deletes the user with the uid localId.", members: ["localId", "tenantId"]),

    // MARK: Sign-in
    MCPTool(
      "list_issuers", "GET issuers", .reads,
      "Lists the fake providers at which people sign in, with the id that other tools accept."),
    MCPTool(
      "sign_in_at_issuer", "POST issuers/{issuer}/tokens", .adds("a person, if it is new"),
      "Signs a person in at a fake provider, and returns the tokens that a native sign-in gives an app, "
        + "valid or with a defect. The app passes idToken to accounts:signInWithIdp or to a credential "
        + "of its SDK."),
    MCPTool(
      "read_messages", "GET projects/{project}/messages", .reads,
      "Returns the e-mails and text messages that the project sent, newest first, with their links and "
        + "codes, used or not. Use it for a password reset, a sign-in link, or the code of an SMS."),
    MCPTool(
      "read_totp_codes", "GET projects/{project}/totpCodes", .reads,
      "Returns the current code of each authenticator app, for a second factor."),

    // MARK: Time and failures
    MCPTool(
      "show_clock", "GET clock", .reads,
      "Returns the emulator's time, and which SDKs reject tokens because of it."),
    MCPTool(
      "advance_clock", "POST clock:advance", .adds("a time to the emulator's clock"),
      "Moves the clock, so that tokens, codes and sessions expire without waiting: an ID token expires "
        + "after an hour."),
    MCPTool(
      "reset_clock", "POST clock:reset", .sets("the time of the emulator's clock"),
      "Returns the clock to this machine's time."),
    MCPTool(
      "list_faults", "GET faults", .reads,
      "Lists the failures that are set, with the requests they match."),
    MCPTool(
      "describe_faults", "GET faults:describe", .reads,
      "Returns the operations, providers and endpoints that a fault can match, and its effects. Read it "
        + "before add_fault."),
    MCPTool(
      "add_fault", "POST faults", .adds("a failure of later requests"),
      "Makes matching requests, or all of them, fail, arrive late or lose their connection."),
    MCPTool(
      "remove_faults", "DELETE faults", .sets("every fault"), "Ends the failures of add_fault."),

    // MARK: State
    MCPTool(
      "reset", "POST reset", .sets("users, codes, sessions, people, clock and settings"),
      "Removes everything before a test, and stores the seeds of the start again with to: seed; with "
        + "projects only these."),
    MCPTool(
      "save_snapshot", "POST snapshots", .sets("the snapshot of that name"),
      "Saves everything, or one project, under a name, to return to it with restore_snapshot."),
    MCPTool("list_snapshots", "GET snapshots", .reads, "Lists the saved states."),
    MCPTool(
      "restore_snapshot", "POST snapshots/{snapshot}:restore",
      .sets("everything, or the snapshot's project"), "Returns to a saved state."),
    MCPTool(
      "show_settings", "GET projects/{project}/settings", .reads,
      "Returns how strictly the project checks: its profile and every switch."),
    MCPTool(
      "describe_settings", "GET settings:describe", .reads,
      "Returns what each switch checks, what an app must change for it, and its value by profile."),
    MCPTool(
      "change_settings", "PATCH projects/{project}/settings", .sets("values of switches"),
      "Sets switches, or all of them by profile: production checks everything that production checks."
    ),

    // MARK: Scenarios
    MCPTool(
      "list_scenarios", "GET scenarios", .reads,
      "Lists the edge cases that can be reproduced, such as an account that exists with a password."
    ),
    MCPTool(
      "show_scenario", "GET scenarios/{scenario}", .reads,
      "Returns a scenario: its reason, its users, its requests, and the answers that are expected."),
    MCPTool(
      "run_scenario", "POST scenarios/{scenario}:run",
      .sets("the content of the scenario's project"),
      "Runs a scenario in a project that it empties, and compares each answer."),
    MCPTool(
      "load_scenario", "POST scenarios/{scenario}:load", .sets("the content of the named project"),
      "Stores the state before the critical step, and returns what to do next in the app, and which "
        + "error it then gets."),
  ]
}
