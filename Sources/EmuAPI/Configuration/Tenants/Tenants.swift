internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// `GET v2/projects/{project}/tenants/{tenant}`.
enum GetTenant: ReadOperation {
  static func run(
    _ input: EmptyMessage, in context: OperationContext, _ store: ReadTransaction
  ) throws -> Message<TenantConfig> {
    guard let tenant = context.tenant else { throw APIError.tenantNotFound }
    return try tenant.shown(of: context.project, isRead: true)
  }
}

/// `GET v2/projects/{project}/tenants?pageSize=…&pageToken=…`, in the order of the ids.
enum ListTenants: ReadOperation {
  struct Output: Codable, Sendable {
    /// Production omits an empty list.
    var tenants: [Message<TenantConfig>]?
    var nextPageToken: String?
  }

  static func run(
    _ input: PageInput, in context: OperationContext, _ store: ReadTransaction
  ) throws -> Output {
    try context.checkMultiTenancy()
    let limit = input.limit(default: 20, most: 1000)
    let ids = try store.tenantIDs(
      in: context.project, after: input.pageToken.given, limit: limit + 1)
    let tenants = try ids.prefix(limit).compactMap { id in
      try store.tenant(id, in: context.project)
    }
    let isFull = context.rules.givesTokenWithFullPage && ids.count == limit
    let isOmitted = tenants.isEmpty && context.rules.shape == .production
    return Output(
      tenants: isOmitted ? nil : try tenants.map { try $0.shown(of: context.project) },
      nextPageToken: ids.count > limit || isFull ? tenants.last?.id : nil)
  }
}

/// `PATCH v2/projects/{project}/tenants/{tenant}?updateMask=…`.
///
/// Without a mask the whole tenant is replaced, as on the official emulator.
enum UpdateTenant: WriteOperation {
  static func prepare(
    _ input: ResourceUpdate<TenantConfig>, in context: OperationContext
  ) throws -> MaskedUpdate<TenantConfig> {
    let update = try input.update(
      "tenant", unmasked: TenantConfig.publishedMask, in: context)
    if update.mask.touches("displayName") {
      try TenantDisplayName.check(update.message.displayName, in: context)
    }
    return update
  }

  static func run(
    _ prepared: MaskedUpdate<TenantConfig>, in context: OperationContext,
    _ store: WriteTransaction
  ) throws -> Message<TenantConfig> {
    var tenant = try store.current(context.tenant, of: context.project)
    tenant.config = try prepared.configuration(changing: tenant.config, in: context)
    try store.update(config: tenant.config, of: tenant, in: context.services.store)
    return try tenant.shown(of: context.project)
  }
}

/// `DELETE v2/projects/{project}/tenants/{tenant}`; also deletes its users and providers.
enum DeleteTenant: WriteOperation {
  static func run(
    _ input: EmptyMessage, in context: OperationContext, _ store: WriteTransaction
  ) throws -> EmptyMessage {
    let tenant = try store.current(context.tenant, of: context.project)
    try store.delete(tenant, of: context.project, in: context.services.store)
    return EmptyMessage()
  }
}

extension OperationContext {
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
