internal import EmuJSON
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
  ) throws -> JSON {
    guard let tenant = context.tenant else { throw APIError.tenantNotFound }
    return tenant.config.iamPolicy.flatMap { try? JSON(parsing: $0) }
      ?? ["version": 1, "etag": "ACAB"]
  }
}

/// `POST …/tenants/{tenant}:setIamPolicy`.
enum SetIamPolicy: WriteOperation {
  struct Input: Decodable, Sendable {
    var policy: JSON?
    var updateMask: String?
  }

  static func prepare(
    _ input: Input, in context: OperationContext
  ) throws -> JSONObject {
    try context.message(input.policy, .iamPolicy, at: "policy")
  }

  static func run(
    _ policy: JSONObject, in context: OperationContext, _ store: WriteTransaction
  ) throws -> JSONObject {
    var tenant = try store.current(context.tenant, of: context.project)
    var policy = policy
    policy["version"] = policy["version"] ?? 1
    policy["etag"] = "ACAB"
    tenant.config.iamPolicy = JSON.object(policy).serialized()
    try store.update(config: tenant.config, of: tenant, in: context.services.store)
    return policy
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
