internal import EmuJSON
internal import EmuModel

/// A message as a tree, which its type describes: the body of a request before it is read, or a
/// response in the shape of a profile.
struct Message<Content: Codable & Sendable>: Codable, Sendable {
  var tree: JSONObject

  init(_ tree: JSONObject) { self.tree = tree }

  init(from decoder: any Decoder) throws { tree = try JSONObject(from: decoder) }

  func encode(to encoder: any Encoder) throws { try tree.encode(to: encoder) }
}

extension ProfileRules {
  /// The reading of JSON: production converts numbers to texts, and single values to lists.
  var decoding: JSONDecoding.Options {
    var options = JSONDecoding.Options.protocolBuffers
    options.acceptsScalars = acceptsScalars
    options.isCanonical = readsCanonicalForms
    return options
  }
}

protocol MessageTree { static var type: any Decodable.Type { get } }

extension Message: MessageTree {
  static var type: any Decodable.Type { Content.self }
}
