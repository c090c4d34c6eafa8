internal import EmuJSON
internal import EmuModel

extension Message where Content: StoredResource {
  /// Reads the message, and records unknown fields and those without effect for the request log.
  ///
  /// - Parameter name: the name of the message in errors.
  ///
  /// - Throws: for a value of a wrong type, and in production for unknown fields; then the refusal
  ///   of the request's target.
  func content(_ name: String, in context: OperationContext) throws(APIError) -> Content {
    var options = context.rules.decoding
    options.dropsOutputOnly = true
    var mistakes = Content.unpublished.filter { tree[$0] != nil }.sorted()
      .map { JSONMistake.unknown(UnknownField(parent: name, name: $0)) }
    defer {
      context.explanation.add(unknownFields: mistakes.compactMap(\.unknownField?.path))
    }
    let content: Content
    do {
      content = try JSONDecoding.decode(
        Content.self, from: .object(tree), at: name, options: options, mistakes: &mistakes)
    } catch {
      throw context.rules.namesEveryMistake ? APIError(mistakes) : APIError(error)
    }
    for oneof in Content.oneofs {
      guard let member = oneof.repeatedMember(of: .object(tree)) else { continue }
      throw .repeatedOneof(oneof, member, in: name)
    }
    for path in Content.withoutEffect {
      let names = path.split(separator: ".").map(String.init)
      let value = names.reduce(JSON.object(tree) as JSON?) { $0?[$1] }
      guard value != nil else { continue }
      context.explain(.field(path), .allowed, "\(path) is stored and returned, and changes nothing")
    }
    try context.check(mistakes)
    if let refusal = context.targetRefusal { throw refusal }
    return content
  }
}

/// A call on one resource, by the last name of the path.
struct ResourceName: Decodable, Sendable {
  var id: String?
}

/// An input with a ``Message`` that the operation reads.
protocol ResourceInput {}

struct ResourceCreation<Content: StoredResource>: Decodable, ResourceInput, Sendable {
  var resource: Message<Content>
}

struct ResourceUpdate<Content: StoredResource>: Decodable, ResourceInput, Sendable {
  /// The resource's name in its collection, from the path.
  var id: String?
  var resource: Message<Content>
  var updateMask: String?

  /// Returns the body with its mask. Unknown fields of a mask are ignored, as on the official emulator
  /// and in production.
  ///
  /// - Parameters:
  ///   - name: the name of the body in errors.
  ///   - unmasked: the mask if none is sent; nil for the fields of the body, so that absent fields
  ///     are not changed.
  func update(
    _ name: String, unmasked: FieldMask? = nil, in context: OperationContext
  ) throws -> MaskedUpdate<Content> {
    let message = try resource.content(name, in: context)
    guard let text = updateMask.given else {
      return MaskedUpdate(
        message: message,
        mask: try unmasked
          ?? FieldMask(filledIn: JSONObject(published: message), of: Content.self))
    }
    let mask = FieldMask(text, of: Content.self, except: Content.unpublished)
    if !mask.unknown.isEmpty {
      context.explain(
        .updateMask, .warned, "there is no field \(mask.unknown.joined(separator: ", "))")
    }
    return MaskedUpdate(message: message, mask: mask)
  }
}

struct MaskedUpdate<Content: StoredResource>: Sendable {
  var message: Content
  var mask: FieldMask

  /// - Throws: the errors of ``ConfigSection``.
  func applied(to original: Content, in context: OperationContext) throws -> Content {
    var changed = original
    try changed.merge(message, mask)
    for problem in changed.problems(inPlaceOf: original) {
      let refusal = APIError(problem)
      guard problem.isOfProductionOnly else { throw refusal }
      try context.checkStrictly(false, reason: "\(problem.message)", otherwise: refusal)
    }
    return changed
  }
}

extension MaskedUpdate where Content: AuthenticationConfig {
  /// Returns the changed configuration of a project or tenant, with the values of the server.
  ///
  /// - Throws: the errors of ``ConfigSection``; in production `INVALID_SITE_KEY`; by the switch
  ///   `quotas`, `INVALID_CONFIG`.
  func configuration(changing original: Content, in context: OperationContext) throws -> Content {
    try context.checkStrictly(
      message.recaptchaConfig?.recaptchaKeys?.isEmpty != false
        || !mask.touches("recaptchaConfig", "recaptchaKeys"),
      reason: "the project has no such reCAPTCHA key", otherwise: APIError("INVALID_SITE_KEY"))
    var update = self
    update.message.normalizeTestNumbers(context.rules)
    var changed = try update.applied(to: original, in: context)
    changed.normalizeTestNumbers(context.rules)
    if changed.recaptchaConfig == nil, context.rules.keepsPhonePartOfRecaptcha {
      changed.recaptchaConfig = original.recaptchaConfig?.phonePart
    }
    if mask.touches("passwordPolicyConfig") {
      changed.passwordPolicyConfig?.lastUpdateTime = context.now.rfc3339
    }
    if let problem = TestPhoneNumbers.problem(
      withCountOf: changed.testPhoneNumbers ?? [:], inPlaceOf: original.testPhoneNumbers ?? [:])
    {
      try context.check(
        .quotas, false, reason: "\(problem)",
        otherwise: .invalidConfig("Leave some out: \(problem)."))
    }
    return changed
  }
}

extension APIError {
  fileprivate init(_ problem: ConfigProblem) {
    self.init(problem.code, detail: problem.message)
  }
}

struct PageInput: Decodable, Sendable {
  var pageSize: Int32?
  /// The id after which the page begins, whose resource may have been deleted since.
  var pageToken: String?

  /// Returns the requested page size within bounds.
  func limit(default fallback: Int, most: Int) -> Int {
    guard let pageSize, pageSize > 0 else { return fallback }
    return min(Int(pageSize), most)
  }
}

/// A page of a sorted list.
struct ResourcePage<Element> {
  var elements: [Element]
  /// The id of the last element if more follow; the next page starts after it.
  var nextPageToken: String?

  init(_ all: [Element], after token: String?, limit: Int, id: (Element) -> String) {
    let rest = all.drop { element in token.map { id(element) <= $0 } ?? false }
    elements = Array(rest.prefix(limit))
    nextPageToken = rest.count > limit ? elements.last.map(id) : nil
  }
}
