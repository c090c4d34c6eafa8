internal import EmuModel
internal import EmuWire

/// The fields of `accounts:update` that only administrators may set.
enum ClientPrivileges {
  /// - Throws: `INSUFFICIENT_PERMISSION`.
  static func check(
    _ input: UpdateRequest, in context: OperationContext
  ) throws(APIError) {
    guard input.customAttributes == nil else {
      throw .insufficientPermission(reason: "Custom claims are set by an administrator.")
    }
    let presumed: [(field: String, isGiven: Bool)] = [
      ("validSince", input.validSince != nil),
      ("linkProviderUserInfo", input.linkProviderUserInfo != nil),
      ("mfa", input.mfa != nil),
    ]
    for (field, isGiven) in presumed {
      try context.check(
        .clientPrivileges, !isGiven, reason: "an app may not set \(field)",
        otherwise: .insufficientPermission(reason: "\(field) is set by an administrator."))
    }
    let ignored: [(field: String, isGiven: Bool)] = [
      ("phoneNumber", input.phoneNumber != nil), ("emailVerified", input.emailVerified != nil),
      ("disableUser", input.disableUser != nil), ("createdAt", input.createdAt != nil),
      ("lastLoginAt", input.lastLoginAt != nil),
    ]
    for (field, isGiven) in ignored where isGiven {
      context.explain(
        .switch(.clientPrivileges), .warned, "\(field) is ignored: only an administrator may set it"
      )
    }
  }
}
