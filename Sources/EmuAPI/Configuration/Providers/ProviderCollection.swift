internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// One of the three kinds of provider configurations that the API publishes.
///
/// The calls are the same for all: create, get, list, change, delete, at project and at tenant level.
/// A kind says what its members look like and what must be in them.
protocol ProviderCollection: Sendable {
  /// The collection's name in paths and in lists.
  static var name: String { get }
  /// What errors call the body.
  static var body: String { get }
  /// The message's name, as errors have it.
  static var message: String { get }
  static var shape: Shape { get }

  /// The id that a create call gives in its query.
  static func newID(_ input: ResourceInput) -> String?
  /// The name of that field.
  static var idField: String { get }
  /// Whether an id is of this kind.
  static func owns(_ id: String, in context: OperationContext) -> Bool
  /// How an id is refused that is none of the kind's.
  static func invalidID(_ id: String) -> APIError
  /// The configuration as it is shown, without its name.
  static func resource(_ config: ProviderConfig) -> JSONObject
  /// Reads a whole resource.
  ///
  /// - Parameter original: what is kept of a configuration beyond the published fields.
  /// - Throws: the kind's own refusals.
  static func config(
    id: String, _ resource: JSONObject, over original: ProviderConfig,
    in context: OperationContext
  ) throws(APIError) -> ProviderConfig
}

extension ProviderCollection {
  /// The whole answer.
  static func shown(
    _ id: String, _ config: ProviderConfig, in context: OperationContext
  ) -> JSONObject {
    let scope = context.tenant.map { "/tenants/\($0.id)" } ?? ""
    var shown: JSONObject = [
      "name": .string("projects/\(context.project.id)\(scope)/\(name)/\(id)")
    ]
    for member in resource(config) { shown[member.key] = member.value }
    return context.rules.shape == .production ? ProductionResource.provider(shown) : shown
  }

  static func invalidID(_ id: String) -> APIError {
    APIError.invalidConfigID("\"\(id)\" cannot name one of the \(name).")
  }

  /// A filled text, or nil.
  static func text(_ value: JSON?) -> String? { ProfileInput.given(value?.string) }
}
