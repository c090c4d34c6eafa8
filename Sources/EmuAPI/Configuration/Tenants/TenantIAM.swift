internal import EmuModel
internal import EmuStore

// IAM policies are stored and returned, but have no effect.

/// `POST …/tenants/{tenant}:getIamPolicy`.
enum GetIamPolicy: ReadOperation {
  struct Input: Decodable, Sendable {
    struct Options: Decodable, Sendable {
      var requestedPolicyVersion: Int32?
    }

    /// Accepted and not used: a policy is returned as it was set.
    var options: Options?
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> IAMPolicy {
    guard let tenant = context.tenant else { throw APIError.tenantNotFound }
    return tenant.config.iamPolicy ?? IAMPolicy().stored
  }
}

/// `POST …/tenants/{tenant}:setIamPolicy`.
enum SetIamPolicy: WriteOperation {
  struct Input: Decodable, Sendable {
    var policy: IAMPolicy?
    var updateMask: String?
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: WriteTransaction
  ) throws -> IAMPolicy {
    var tenant = try store.current(context.tenant, of: context.project)
    let policy = (input.policy ?? IAMPolicy()).stored
    tenant.config.iamPolicy = policy
    try store.update(config: tenant.config, of: tenant, in: context.services.store)
    return policy
  }
}

extension IAMPolicy {
  /// The policy with the values of the server.
  fileprivate var stored: IAMPolicy {
    var stored = self
    stored.version = version ?? 1
    stored.etag = "ACAB"
    return stored
  }
}

/// `POST …/tenants/{tenant}:testIamPermissions`: the caller has all permissions.
enum TestIamPermissions: ReadOperation {
  struct Input: Decodable, Sendable {
    var permissions: [String]?
  }

  struct Output: Codable, Sendable {
    var permissions: [String]?
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> Output {
    guard context.tenant != nil else { throw APIError.tenantNotFound }
    return Output(permissions: input.permissions)
  }
}
