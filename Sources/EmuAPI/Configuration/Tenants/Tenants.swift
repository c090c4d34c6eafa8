internal import EmuJSON
internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `GET v2/projects/{project}/tenants/{tenant}`.
enum GetTenant: ReadOperation {
  static func run(
    _ input: ResourceInput, in context: OperationContext, _ store: ReadTransaction
  ) throws -> JSONObject {
    guard let tenant = context.tenant else { throw APIError.tenantNotFound }
    return TenantResource.shown(tenant, of: context.project, isRead: true)
  }
}

/// `GET v2/projects/{project}/tenants?pageSize=…&pageToken=…`, in the order of the ids.
enum ListTenants: ReadOperation {
  static func run(
    _ input: ResourceInput, in context: OperationContext, _ store: ReadTransaction
  ) throws -> JSONObject {
    try context.checkMultiTenancy()
    let limit = input.pageLimit(default: 20, most: 1000)
    let ids = try store.tenantIDs(
      in: context.project, after: ProfileInput.given(input.pageToken), limit: limit + 1)
    let tenants = try ids.prefix(limit).compactMap { id in
      try store.tenant(id, in: context.project)
    }
    var answer: JSONObject = [
      "tenants": .array(
        tenants.map { .object(TenantResource.shown($0, of: context.project, isRead: true)) })
    ]
    let isFull = context.rules.givesTokenWithFullPage && ids.count == limit
    if ids.count > limit || isFull { answer["nextPageToken"] = tenants.last.map { .string($0.id) } }
    return answer
  }
}

/// `PATCH v2/projects/{project}/tenants/{tenant}?updateMask=…`.
///
/// Without a mask the whole tenant is replaced, as on the official emulator.
enum UpdateTenant: WriteOperation {
  static func prepare(
    _ input: ResourceInput, in context: OperationContext
  ) throws -> MaskedUpdate {
    let update = try input.update(
      of: .tenant, "tenant", unmasked: FieldMask(all: .tenant), in: context)
    if update.mask.touches("displayName") {
      try TenantName.check(update.message["displayName"]?.string, in: context)
    }
    return update
  }

  static func run(
    _ prepared: MaskedUpdate, in context: OperationContext, _ store: WriteTransaction
  ) throws -> JSONObject {
    var tenant = try store.current(context.tenant, of: context.project)
    let before = tenant.config.signIn.testPhoneNumbers
    var resource = TenantResource(tenant.config)
    try resource.take(prepared.mask, from: prepared.message, in: context)
    resource.apply(to: &tenant.config)
    try context.checkTestNumbers(tenant.config.signIn.testPhoneNumbers, inPlaceOf: before)
    try store.update(config: tenant.config, of: tenant, in: context.services.store)
    return TenantResource.shown(tenant, of: context.project)
  }
}

/// `DELETE v2/projects/{project}/tenants/{tenant}`; also deletes its users and providers.
enum DeleteTenant: WriteOperation {
  static func run(
    _ input: ResourceInput, in context: OperationContext, _ store: WriteTransaction
  ) throws -> EmptyMessage {
    let tenant = try store.current(context.tenant, of: context.project)
    try store.delete(tenant, of: context.project, in: context.services.store)
    return EmptyMessage()
  }
}

extension Project {
  /// True if `multiTenant.allowTenants` is set.
  var hasTenants: Bool {
    let document = (try? JSON(parsing: config.document)) ?? .null
    return document["multiTenant"]?["allowTenants"]?.bool == true
  }
}

extension OperationContext {
  /// Checks that the project's configuration allows tenants.
  ///
  /// - Throws: in production `INVALID_PROJECT_ID`.
  func checkMultiTenancy() throws(APIError) {
    try checkStrictly(
      project.hasTenants,
      reason: "multiTenant.allowTenants is not set in the project's configuration",
      otherwise: .multiTenancyOff)
  }
}

extension WriteTransaction {
  /// Returns a tenant as it is in this transaction.
  ///
  /// - Throws: `TENANT_NOT_FOUND`.
  func current(_ tenant: Tenant?, of project: Project) throws -> Tenant {
    guard let tenant, let current = try reader.tenant(tenant.id, in: project) else {
      throw APIError.tenantNotFound
    }
    return current
  }
}
