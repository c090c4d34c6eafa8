internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// `POST …/{collection}?{kind's id}=…`.
enum CreateProvider<Kind: ProviderCollection>: WriteOperation {
  struct Prepared: Sendable {
    var id: String
    var config: ProviderConfig
  }

  struct Input: Decodable, ResourceInput, Sendable {
    var id: String?
    var resource: Message<Kind.Content>

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: TreeKey.self)
      id = try container.decodeIfPresent(String.self, forKey: TreeKey(stringValue: Kind.idField))
      resource = try container.decode(
        Message<Kind.Content>.self, forKey: TreeKey(stringValue: "resource"))
    }
  }

  static func prepare(_ input: Input, in context: OperationContext) throws -> Prepared {
    let id = input.id.given ?? ""
    let resource = try input.resource.content(Kind.body, in: context)
    guard Kind.owns(id, in: context) else { throw Kind.invalidID(id) }
    try context.checkStrictly(
      ProviderID.hasPublishedName(id), reason: "\(id) has not the form of an id",
      otherwise: Kind.invalidID(id))
    return Prepared(
      id: id,
      config: try Kind.checked(id: id, resource, over: nil, in: context))
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> Message<Kind.Content> {
    guard try store.reader.provider(prepared.id, in: context.scope) == nil else {
      throw APIError.configurationExists.inProduction(
        detail: "The \(Kind.message) already exists with config_id: \(prepared.id)",
        httpStatus: 409, status: "ALREADY_EXISTS", googleReason: "alreadyExists")
    }
    try store.upsert(
      provider: prepared.id, prepared.config, of: context.project, tenant: context.tenant,
      in: context.services.store)
    _ = try context.samlRequestKey(of: prepared.config)
    return try Kind.shown(prepared.id, prepared.config, in: context)
  }
}

/// `GET …/{collection}/{id}`.
enum GetProvider<Kind: ProviderCollection>: ReadOperation {
  static func run(
    _ input: ResourceName, in context: OperationContext, _ store: ReadTransaction
  ) throws -> Message<Kind.Content> {
    let (id, config) = try store.provider(Kind.self, input.id, in: context)
    return try Kind.shown(id, config, in: context)
  }
}

/// `GET …/{collection}?pageSize=…&pageToken=…`, in the order of the ids.
enum ListProviders<Kind: ProviderCollection>: ReadOperation {
  static func run(
    _ input: PageInput, in context: OperationContext, _ store: ReadTransaction
  ) throws -> ProviderPage<Kind> {
    let (after, limit) = (input.pageToken.given, input.limit(default: 20, most: 100))
    let ids =
      Kind.family == .social
      ? context.services.providers.listed.map(\.id)
      : try store.providerIDs(of: Kind.family, in: context.scope, after: after, limit: limit + 1)
    let found = try ids.compactMap { id in
      try store.provider(id, in: context.scope).map { (id: id, config: $0) }
    }
    let page = ResourcePage(found, after: after, limit: limit, id: \.id)
    let shown = try page.elements.map { try Kind.shown($0.id, $0.config, in: context) }
    // Production omits an empty list.
    let isOmitted = shown.isEmpty && context.rules.shape == .production
    return ProviderPage(configs: isOmitted ? nil : shown, nextPageToken: page.nextPageToken)
  }
}

/// A page of configurations, under the name of their kind.
struct ProviderPage<Kind: ProviderCollection>: Codable, NamedMessage, Sendable {
  static var messageName: String { "List\(Kind.message)sResponse" }

  var configs: [Message<Kind.Content>]?
  var nextPageToken: String?

  init(configs: [Message<Kind.Content>]?, nextPageToken: String?) {
    self.configs = configs
    self.nextPageToken = nextPageToken
  }

  private static var list: TreeKey { TreeKey(stringValue: Kind.name) }
  private static var token: TreeKey { TreeKey(stringValue: "nextPageToken") }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TreeKey.self)
    configs = try container.decodeIfPresent([Message<Kind.Content>].self, forKey: Self.list)
    nextPageToken = try container.decodeIfPresent(String.self, forKey: Self.token)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TreeKey.self)
    try container.encodeIfPresent(configs, forKey: Self.list)
    try container.encodeIfPresent(nextPageToken, forKey: Self.token)
  }
}

/// `PATCH …/{collection}/{id}?updateMask=…`; without a mask, changes the fields that the body
/// contains, or in production nothing, where the kind requires a mask.
enum UpdateProvider<Kind: ProviderCollection>: WriteOperation {
  struct Prepared: Sendable {
    var id: String?
    var update: MaskedUpdate<Kind.Content>
  }

  static func prepare(
    _ input: ResourceUpdate<Kind.Content>, in context: OperationContext
  ) throws -> Prepared {
    var unmasked: FieldMask?
    if Kind.requiresMask, input.updateMask.given == nil {
      if context.rules.requiresUpdateMask {
        unmasked = FieldMask("", of: Kind.Content.self)
        context.explain(.updateMask, .warned, "there is no updateMask, so nothing changes")
      } else {
        context.explain(
          .inputCheck, "without updateMask production changes nothing: name the fields in it",
          production: "changes nothing")
      }
    }
    return Prepared(
      id: input.id, update: try input.update(Kind.body, unmasked: unmasked, in: context))
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> Message<Kind.Content> {
    let (id, original) = try store.reader.provider(Kind.self, prepared.id, in: context)
    let resource = try prepared.update.applied(to: Kind.resource(original), in: context)
    let config = try Kind.checked(id: id, resource, over: original, in: context)
    try store.upsert(
      provider: id, config, of: context.project, tenant: context.tenant,
      in: context.services.store)
    _ = try context.samlRequestKey(of: config)
    return try Kind.shown(id, config, in: context)
  }
}

/// `DELETE …/{collection}/{id}`.
enum DeleteProvider<Kind: ProviderCollection>: WriteOperation {
  static func run(
    _ input: ResourceName, in context: OperationContext, _ store: WriteTransaction
  ) throws -> EmptyMessage {
    let (id, _) = try store.reader.provider(Kind.self, input.id, in: context)
    try store.delete(
      provider: id, of: context.project, tenant: context.tenant, in: context.services.store)
    return EmptyMessage()
  }
}

extension ReadTransaction {
  /// Returns the configuration of a path.
  ///
  /// - Throws: `CONFIGURATION_NOT_FOUND`.
  fileprivate func provider<Kind: ProviderCollection>(
    _ kind: Kind.Type, _ id: String?, in context: OperationContext
  ) throws -> (String, ProviderConfig) {
    guard let id, Kind.owns(id, in: context),
      let config = try provider(id, in: context.scope)
    else { throw APIError.configurationNotFound }
    return (id, config)
  }
}
