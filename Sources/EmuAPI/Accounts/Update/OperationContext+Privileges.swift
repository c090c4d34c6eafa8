internal import EmuModel

extension OperationContext {
  /// Checks the fields of `accounts:update` that only administrators may set.
  ///
  /// - Throws: `INSUFFICIENT_PERMISSION`; by the switch `clientPrivileges` also
  ///   `OPERATION_NOT_ALLOWED`, `UNEXPECTED_PARAMETER`.
  func checkPrivileges(of input: UpdateRequest) throws(APIError) {
    guard input.customAttributes == nil else {
      throw .insufficientPermission(reason: "Custom claims are set by an administrator.")
    }
    let rejected: [(field: String, isGiven: Bool, error: APIError)] = [
      ("disableUser", input.disableUser != nil, .operationNotAllowed),
      (
        "linkProviderUserInfo", input.linkProviderUserInfo != nil,
        .unexpectedParameter("link_provider_user_info is not allowed with ID token.")
      ),
      ("mfa", input.mfa != nil, .insufficientPermission(reason: "An administrator sets mfa.")),
    ]
    for (field, isGiven, error) in rejected {
      try check(
        .clientPrivileges, !isGiven, reason: "an app may not set \(field)", otherwise: error)
    }
    let ignored: [(field: String, isGiven: Bool)] = [
      ("phoneNumber", input.phoneNumber != nil), ("emailVerified", input.emailVerified != nil),
      ("createdAt", input.createdAt != nil), ("lastLoginAt", input.lastLoginAt != nil),
    ]
    for (field, isGiven) in ignored where isGiven {
      explain(
        .switch(.clientPrivileges), .warned, "\(field) is ignored: only an administrator may set it"
      )
    }
  }
}
