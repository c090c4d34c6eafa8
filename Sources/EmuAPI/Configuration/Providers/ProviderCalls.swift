internal import EmuJSON
internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `POST …/{collection}?{kind's id}=…`.
enum CreateProvider<Kind: ProviderCollection>: WriteOperation {
  struct Prepared: Sendable {
    var id: String
    var config: ProviderConfig
  }

  static func prepare(
    _ input: ResourceInput, in context: OperationContext
  ) throws -> Prepared {
    let id = ProfileInput.given(Kind.newID(input)) ?? ""
    guard Kind.owns(id, in: context) else { throw Kind.invalidID(id) }
    let resource = try input.message(Kind.shape, Kind.body, in: context)
    return Prepared(
      id: id,
      config: try Kind.checked(id: id, resource, over: ProviderConfig(), in: context))
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> JSONObject {
    let known = try store.reader.providers(in: context.scope)
    guard known[prepared.id] == nil else {
      throw APIError.configurationExists.inProduction(
        detail: "The \(Kind.message) already exists with config_id: \(prepared.id)",
        httpStatus: 409, status: "ALREADY_EXISTS", googleReason: "alreadyExists")
    }
    try store.upsert(
      provider: prepared.id, prepared.config, of: context.project, tenant: context.tenant,
      in: context.services.store)
    try Kind.prepareOutput(of: prepared.config, in: context)
    return try Kind.shown(prepared.id, prepared.config, in: context)
  }
}

/// `GET …/{collection}/{id}`.
enum GetProvider<Kind: ProviderCollection>: ReadOperation {
  static func run(
    _ input: ResourceInput, in context: OperationContext, _ store: ReadTransaction
  ) throws -> JSONObject {
    let (id, config) = try store.provider(Kind.self, input, in: context)
    return try Kind.shown(id, config, in: context)
  }
}

/// `GET …/{collection}?pageSize=…&pageToken=…`, in the order of the ids.
enum ListProviders<Kind: ProviderCollection>: ReadOperation {
  static func run(
    _ input: ResourceInput, in context: OperationContext, _ store: ReadTransaction
  ) throws -> JSONObject {
    let all = try store.providers(in: context.scope).filter { Kind.owns($0.key, in: context) }
      .sorted { $0.key < $1.key }
    let page = ResourcePage(
      all, after: ProfileInput.given(input.pageToken),
      limit: input.pageLimit(default: 20, most: 100), id: \.key)
    var answer: JSONObject = [
      Kind.name: .array(
        try page.elements.map { .object(try Kind.shown($0.key, $0.value, in: context)) })
    ]
    answer["nextPageToken"] = page.nextPageToken.map { .string($0) }
    return context.rules.shape.list(answer)
  }
}

/// `PATCH …/{collection}/{id}?updateMask=…`; without a mask, changes the fields that the body
/// contains, or in production nothing, where the kind requires a mask.
enum UpdateProvider<Kind: ProviderCollection>: WriteOperation {
  struct Prepared: Sendable {
    var input: ResourceInput
    var update: MaskedUpdate
  }

  static func prepare(
    _ input: ResourceInput, in context: OperationContext
  ) throws -> Prepared {
    var unmasked: FieldMask?
    if Kind.requiresMask, ProfileInput.given(input.updateMask) == nil {
      if context.rules.isStrict {
        unmasked = FieldMask("", of: Kind.shape)
        context.explain(.updateMask, .warned, "there is no updateMask, so nothing changes")
      } else {
        context.explain(
          .inputCheck, "without updateMask production changes nothing: name the fields in it",
          production: "changes nothing")
      }
    }
    return Prepared(
      input: input,
      update: try input.update(of: Kind.shape, Kind.body, unmasked: unmasked, in: context))
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> JSONObject {
    let (id, original) = try store.reader.provider(Kind.self, prepared.input, in: context)
    var resource = Kind.resource(original)
    prepared.update.mask.copy(from: prepared.update.message, to: &resource)
    let config = try Kind.checked(id: id, resource, over: original, in: context)
    try store.upsert(
      provider: id, config, of: context.project, tenant: context.tenant,
      in: context.services.store)
    try Kind.prepareOutput(of: config, in: context)
    return try Kind.shown(id, config, in: context)
  }
}

/// `DELETE …/{collection}/{id}`.
enum DeleteProvider<Kind: ProviderCollection>: WriteOperation {
  static func run(
    _ input: ResourceInput, in context: OperationContext, _ store: WriteTransaction
  ) throws -> EmptyMessage {
    let (id, _) = try store.reader.provider(Kind.self, input, in: context)
    try store.delete(
      provider: id, of: context.project, tenant: context.tenant, in: context.services.store)
    return EmptyMessage()
  }
}

extension ReadTransaction {
  /// Returns the configurations of a project, or of one tenant.
  fileprivate func providers(in scope: AccountScope) throws -> [String: ProviderConfig] {
    try providers(projectKey: scope.projectKey, tenantKey: scope.tenantKey)
  }

  /// Returns the configuration of a path.
  ///
  /// - Throws: `CONFIGURATION_NOT_FOUND`.
  fileprivate func provider<Kind: ProviderCollection>(
    _ kind: Kind.Type, _ input: ResourceInput, in context: OperationContext
  ) throws -> (String, ProviderConfig) {
    guard let id = input.id, Kind.owns(id, in: context),
      let config = try providers(in: context.scope)[id]
    else { throw APIError.configurationNotFound }
    return (id, config)
  }
}
