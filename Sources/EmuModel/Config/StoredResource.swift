package import EmuJSON

/// A message of the Admin API that is stored as it was written.
package protocol StoredResource: Codable, Sendable, Hashable {
  /// The fields that only this emulator has, which the Admin API neither shows nor reads.
  static var unpublished: Set<String> { get }
  /// The members that are stored and returned, and change nothing in this emulator.
  static var withoutEffect: [String] { get }
  /// The members that exclude each other.
  static var oneofs: [Oneof] { get }
  /// The parts with checks, by their paths.
  var sections: [(path: String, section: (any ConfigSection)?)] { get }
  /// Brings the value into its stored form, after an update.
  mutating func settle(after update: Self)
}

extension StoredResource {
  package static var unpublished: Set<String> { [] }
  package static var withoutEffect: [String] { [] }
  package static var oneofs: [Oneof] { [] }
  package var sections: [(path: String, section: (any ConfigSection)?)] { [] }
  package mutating func settle(after update: Self) {}

  package static var publishedMask: FieldMask { FieldMask(all: Self.self, except: unpublished) }

  /// Replaces the masked fields by those of an update; absent ones are cleared.
  ///
  /// - Parameter mask: nil for the fields that the update has, each at its deepest.
  package mutating func merge(_ update: Self, _ mask: FieldMask? = nil) throws {
    let source = try JSONEncoding.tree(of: update).object ?? JSONObject()
    var target = try JSONEncoding.tree(of: self).object ?? JSONObject()
    (mask ?? FieldMask(filledIn: source, of: Self.self)).copy(from: source, to: &target)
    self = try JSONDecoding.decode(Self.self, from: .object(target))
    settle(after: update)
  }

  /// Returns a problem of each part that differs from that of an earlier value.
  package func problems(inPlaceOf before: Self) -> [ConfigProblem] {
    zip(sections, before.sections).compactMap { new, old in
      guard let section = new.section, !section.isEqual(to: old.section) else { return nil }
      do throws(ConfigProblem) {
        try section.check()
        return nil
      } catch {
        return error.below(new.path)
      }
    }
  }
}

/// The configuration of a project or tenant.
package protocol AuthenticationConfig: StoredResource {
  /// Phone numbers with a fixed code, in E.164, each with its code.
  var testPhoneNumbers: [String: String]? { get set }
  var passwordPolicyConfig: Config.PasswordPolicy? { get set }
  var recaptchaConfig: Config.Recaptcha? { get set }
}

extension AuthenticationConfig {
  package static var oneofs: [Oneof] {
    [Oneof("sms_region_policy", in: "smsRegionConfig", ["allowByDefault", "allowlistOnly"])]
  }

  /// Brings the test numbers into the form in which a profile stores numbers.
  package mutating func normalizeTestNumbers(_ rules: ProfileRules) {
    guard let numbers = testPhoneNumbers else { return }
    testPhoneNumbers = Dictionary(
      numbers.map { (rules.phoneNumber($0.key) ?? $0.key, $0.value) }, uniquingKeysWith: { $1 })
  }
}

/// A part of a configuration with checks.
package protocol ConfigSection: Hashable, Sendable {
  func check() throws(ConfigProblem)
}

extension ConfigSection {
  fileprivate func isEqual(to other: (any ConfigSection)?) -> Bool { self == other as? Self }
}

/// The reason why a configuration is rejected.
package struct ConfigProblem: Error, Sendable, Hashable {
  /// The path of the field; empty for the whole.
  package var path: String
  /// The text behind the code in the Admin API.
  package var message: String
  package var code: String
  package var isOfProductionOnly: Bool

  init(
    at path: String = "", _ message: String, _ code: String = "INVALID_CONFIG",
    inProductionOnly isOfProductionOnly: Bool = false
  ) {
    self.path = path
    self.message = message
    self.code = code
    self.isOfProductionOnly = isOfProductionOnly
  }

  func below(_ parent: String) -> ConfigProblem {
    var problem = self
    let isDirect = parent.isEmpty || path.isEmpty || path.hasPrefix("[")
    problem.path = isDirect ? parent + path : "\(parent).\(path)"
    return problem
  }
}
