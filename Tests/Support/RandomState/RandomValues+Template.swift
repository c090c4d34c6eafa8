internal import EmuJSON

// Documents whose values are random.

extension RandomValues {
  /// Fills a document, written in JSON5.
  ///
  /// A member `name?30` is there in 30 of 100 cases. `{one: […]}` becomes one of the elements,
  /// `{some: […]}` some of them in either order, and `{many: [1, 3, …]}` one to three of the last.
  /// A text in capitals becomes a value of that kind, within its numbers.
  mutating func document(_ template: String) -> JSONObject {
    do {
      return filled(try JSON(parsing: template, options: .relaxed)).object ?? [:]
    } catch {
      fatalError("\(template): \(error)")
    }
  }

  private mutating func filled(_ template: JSON) -> JSON {
    switch template {
    case .object(let members):
      if let choices = members["one"]?.array { return filled(one(of: choices)) }
      if let choices = members["some"]?.array {
        let chosen = some(of: choices).map { filled($0) }
        return .array(chance(50) ? chosen : chosen.reversed())
      }
      if let many = members["many"]?.array, let least = many[0].int, let most = many[1].int {
        return .array((0..<number(Int(least)...Int(most))).map { _ in filled(many[2]) })
      }
      var object = JSONObject()
      for member in members {
        let parts = member.key.split(separator: "?")
        guard parts.count == 1 || chance(Int(parts[1]) ?? 0) else { continue }
        object[String(parts[0])] = filled(member.value)
      }
      return .object(object)
    case .array(let elements): return .array(elements.map { filled($0) })
    case .string(let name): return value(name) ?? template
    default: return template
    }
  }

  private mutating func value(_ name: String) -> JSON? {
    let words = name.split(separator: " ")
    let numbers = words.dropFirst().compactMap { Int($0) }
    return switch words.first {
    case "FLAG": flag()
    case "NUMBER": .int(Int64(number(numbers[0]...numbers[1])))
    case "ID": .string("\(chance(85) ? word(1...28) : text(40))\(next())")
    case "WORD": .string(word())
    case "BYTES": .string(word(8...8))
    case "WORD_ID": .string("\(word(8...20))\(next())")
    case "LINE_ID": .string("\(line(numbers[0]))\(next())")
    case "LINE": .string(line(numbers[0]))
    case "NAME": .string("N\(line(numbers[0]))")
    case "TEXT": .string(text(numbers[0]))
    case "TEXT_OR_NONE": .string(chance(10) ? "" : text(numbers[0]))
    case "SECRET":
      .string(String((0..<32).map { _ in one(of: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")) }))
    case "BASE64": .string(base64(number(numbers[0]...numbers[1])))
    case "ADDRESS": .string(address())
    case "PHONE": .string(phoneNumber())
    case "CLAIMS": try? JSON(parsing: claims())
    case "CLAIMS_TEXT": .string(claims())
    case "MILLISECONDS": .int(moment())
    case "MILLISECONDS_TEXT": .string("\(moment())")
    case "SECONDS_TEXT": .string("\(moment() / 1000)")
    case "DATE": .string("2025-0\(number(1...9))-\(number(10...28))T03:04:05.\(number(100...999))Z")
    case "TEST_NUMBERS": .object(chance(50) ? [:] : [phoneNumber(): "123456"])
    default: nil
    }
  }
}
