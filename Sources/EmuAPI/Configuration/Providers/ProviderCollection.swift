internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

/// One of the three published kinds of provider configurations.
///
/// All have the same calls: create, get, list, change, delete, at project and tenant level. A kind
/// defines its fields and their checks.
protocol ProviderCollection: Sendable {
  /// The published message.
  associatedtype Content: StoredResource
  /// The collection's name in paths and in lists.
  static var name: String { get }
  /// The name of the body in errors.
  static var body: String { get }
  /// The name of the message in errors.
  static var message: String { get }
  /// The name of the id in the query of a create call.
  static var idField: String { get }
  static var family: ProviderFamily { get }
  static func owns(_ id: String, in context: OperationContext) -> Bool
  /// Returns the configuration as a resource, without its name.
  static func resource(_ config: ProviderConfig) -> Content
  /// Adds the fields that the server makes.
  static func addOutput(
    of config: ProviderConfig, to resource: inout Content, in context: OperationContext
  ) throws
  /// Reads a complete resource.
  ///
  /// - Parameter original: the stored configuration, whose unpublished fields are kept; nil for a
  ///   new one.
  static func config(
    id: String, _ resource: Content, over original: ProviderConfig?,
    in context: OperationContext
  ) throws(APIError) -> ProviderConfig
}

extension ProviderCollection {
  /// Reads a complete resource, with the checks that imports make.
  ///
  /// - Throws: the errors of the kind; `INVALID_CONFIG`.
  static func checked(
    id: String, _ resource: Content, over original: ProviderConfig?,
    in context: OperationContext
  ) throws(APIError) -> ProviderConfig {
    let config = try config(id: id, resource, over: original, in: context)
    do throws(DocumentError) {
      try config.check(for: context.provider(id))
    } catch {
      throw .invalidConfig("\(error.field): \(error.message).")
    }
    return config
  }

  /// Requires a member, unless the stored configuration lacks it too: a seed may leave it out, and
  /// the other members can be changed nevertheless.
  static func require(
    _ member: KeyPath<ProviderConfig, String?>, of config: ProviderConfig,
    over original: ProviderConfig?, otherwise error: APIError
  ) throws(APIError) {
    guard config[keyPath: member] == nil else { return }
    guard let original, original[keyPath: member] == nil else { throw error }
  }

  static func shown(
    _ id: String, _ config: ProviderConfig, in context: OperationContext
  ) throws -> Message<Content> {
    let scope = context.tenant.map { "/tenants/\($0.id)" } ?? ""
    var resource = resource(config)
    try addOutput(of: config, to: &resource, in: context)
    var shown = try JSONObject(published: resource)
    shown["name"] = .string("projects/\(context.project.id)\(scope)/\(name)/\(id)")
    return Message(context.rules.shape.provider(shown, as: Content.self))
  }

  static func owns(_ id: String, in context: OperationContext) -> Bool {
    ProviderFamily(of: id) == family && ProviderID.isOfFamily(id)
  }

  static func addOutput(
    of config: ProviderConfig, to resource: inout Content, in context: OperationContext
  ) throws {}

  /// True if the published description says that an update without a mask changes nothing.
  static var requiresMask: Bool { family != .social }

  /// Returns the error for an id that has not the prefix or the characters of its kind.
  static func invalidID(_ id: String) -> APIError {
    let reason = "\"\(id)\" cannot name one of the \(name)."
    guard family != .social else { return .invalidConfigID(reason: reason) }
    let field = body.prefix(1).uppercased() + body.dropFirst() + "_id"
    return .invalidConfigID(
      detail:
        "\(field) must start with '\(family.prefix)' and can only have alphanumeric characters, "
        + "hyphens, underscores or periods. The part after '\(family.prefix)' must also start with "
        + "a lowercase letter, end with an alphanumeric character, and have at least 2 characters.",
      reason: reason)
  }
}
