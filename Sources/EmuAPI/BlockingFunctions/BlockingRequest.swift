internal import EmuJSON
internal import EmuModel

/// The request of a blocking function: the claims of its event's token.
struct BlockingRequest {
  let event: BlockingEvent
  private(set) var claims = JSONObject()
  /// The provider's ID token, if functions may receive it: `oauth_id_token`, once signed.
  private(set) var idToken: LazyText?

  /// The subject of the event: the uid, address or number. A function is called once per subject in
  /// a request, as in production, even if the account changes.
  let subject: String

  /// Creates the event of a sign-up or sign-in.
  ///
  /// - Parameter user: the account to store.
  init(
    _ event: BlockingEvent, about user: User, by factor: FirstFactor,
    secondFactor: Session.SecondFactor?, in context: OperationContext
  ) {
    self.init(event, user.uid, about: user, in: context)
    claims["sign_in_method"] = .string(factor.method)
    claims["sign_in_second_factor"] = secondFactor.map { .string($0.kind) }
    guard let credential = factor.credential else { return }
    claims["raw_user_info"] = .string(credential.profile.rawUserInfo)
    claims["sign_in_attributes"] = credential.profile.signInAttributes.flatMap {
      try? JSON(parsing: $0)
    }
    forward(credential, in: context)
  }

  /// Creates the event of an e-mail, which has neither account nor tenant.
  init(email kind: OobCode.Kind, to address: String, in context: OperationContext) {
    self.init(.beforeSendEmail, address, about: nil, in: context)
    claims["tenant_id"] = nil
    // The functions' name has one more underscore than the request's.
    claims["email_type"] = .string(kind == .emailSignIn ? "EMAIL_SIGN_IN" : kind.rawValue)
    claims["email"] = .string(address)
  }

  /// Creates the event of a text message.
  init(
    sms purpose: VerificationCode.Purpose, to phoneNumber: String, _ user: User?,
    in context: OperationContext
  ) {
    self.init(.beforeSendSms, phoneNumber, about: user, in: context)
    claims["sms_type"] =
      switch purpose {
      case .signIn, .app: "SIGN_IN_OR_SIGN_UP"
      case .enrollment: "MULTI_FACTOR_ENROLLMENT"
      case .secondFactor: "MULTI_FACTOR_SIGN_IN"
      }
    claims["phone_number"] = .string(phoneNumber)
  }

  private init(
    _ event: BlockingEvent, _ subject: String, about user: User?, in context: OperationContext
  ) {
    self.event = event
    self.subject = subject
    claims["user_agent"] = context.origin.userAgent.map { .string($0) }
    claims["ip_address"] = context.origin.ipAddress.map { .string($0) }
    let unknown = context.rules.shape == .production ? "und" : context.languageCode
    claims["locale"] = .string(context.origin.language ?? unknown)
    claims["tenant_id"] = context.tenant.map { .string($0.id) }
    guard let user else { return }
    claims["sub"] = .string(user.uid)
    // The current sign-in counts as the last one.
    let signsIn = event == .beforeSignIn || event == .beforeCreate
    var record = Self.record(
      of: user, lastSignIn: signsIn ? context.now : user.lastLoginAt, tenant: context.tenant)
    if context.rules.omitsVerificationWithoutEmail, user.email == nil {
      record["email_verified"] = nil
    }
    claims["user_record"] = .object(record)
  }

  /// Adds the provider's tokens that the project forwards to functions.
  private mutating func forward(_ credential: IdpCredential, in context: OperationContext) {
    let forwarded = context.project.blockingFunctions.forwardInboundCredentials
    if forwarded?.idToken == true {
      idToken = credential.signedIDToken(in: context.services)
    }
    if forwarded?.accessToken == true {
      claims["oauth_access_token"] = credential.accessToken.map { .string($0) }
      claims["oauth_token_secret"] = credential.tokenSecret.map { .string($0) }
      claims["oauth_expires_in"] = credential.expiresIn.map { .int(Int64($0)) }
    }
    if forwarded?.refreshToken == true {
      claims["oauth_refresh_token"] = credential.refreshToken.map { .string($0) }
    }
  }

  private static func record(of user: User, lastSignIn: Timestamp?, tenant: Tenant?) -> JSONObject {
    var record = FunctionRecord.members(of: user, .snakeCase)
    if !user.secondFactors.isEmpty {
      record["multi_factor"] = ["enrolled_factors": .array(user.secondFactors.map(enrolled))]
    }
    var metadata: JSONObject = ["creation_time": .int(user.createdAt.milliseconds)]
    metadata["last_sign_in_time"] = lastSignIn.map { .int($0.milliseconds) }
    record["metadata"] = .object(metadata)
    record["tenant_id"] = tenant.map { .string($0.id) }
    return record
  }

  private static func enrolled(_ factor: SecondFactor) -> JSON {
    var entry: JSONObject = ["uid": .string(factor.id), "factor_id": .string(factor.name)]
    entry["display_name"] = factor.displayName.map { .string($0) }
    entry["enrollment_time"] = .string(factor.enrolledAt.rfc3339)
    if case .phone(let number) = factor.kind { entry["phone_number"] = .string(number) }
    return .object(entry)
  }
}
