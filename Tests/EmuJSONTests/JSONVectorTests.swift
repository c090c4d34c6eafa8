import Foundation
import Testing

@testable import EmuJSON

/// A line of `Vectors/json.txt`, whose README describes the columns.
struct JSONVector: Sendable, CustomTestStringConvertible {
  let number: Int
  let name: String
  let bytes: [UInt8]
  let isAccepted: Bool
  let isAcceptedRelaxed: Bool
  /// The value in the writer's compact form; nil where it is rejected.
  let value: String?

  var testDescription: String { "\(number): \(name)" }

  static let all: [JSONVector] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Vectors/json.txt")
    let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.enumerated().map { JSONVector(String($1), number: $0 + 1) }
  }()

  init(_ line: String, number: Int) {
    let columns = line.components(separatedBy: " ¦ ")
    let isRight = columns.count == 3 || columns.count == 4 && columns[0].lowercased().contains("y")
    precondition(isRight && columns[0].count == 2, "json.txt:\(number) has other columns")
    self.number = number
    name = columns[1]
    bytes = Self.bytes(of: columns[2])
    isAccepted = columns[0].first.map { "yY".contains($0) } ?? false
    isAcceptedRelaxed = columns[0].last.map { "yY".contains($0) } ?? false
    value =
      columns.count == 4 && columns[3] != "-"
      ? String(decoding: Self.bytes(of: columns[3]), as: UTF8.self) : nil
  }

  /// Undoes `«C3 A9»`, and `␣` at both ends.
  private static func bytes(of column: String) -> [UInt8] {
    var column = column
    if column.hasPrefix("␣") { column = " " + column.dropFirst() }
    if column.hasSuffix("␣") { column = column.dropLast() + " " }
    var bytes: [UInt8] = []
    for (index, part) in column.components(separatedBy: "«").enumerated() {
      guard index > 0 else {
        bytes += Array(part.utf8)
        continue
      }
      let pieces = part.components(separatedBy: "»")
      bytes += pieces[0].split(separator: " ").compactMap { UInt8($0, radix: 16) }
      bytes += Array(pieces[1].utf8)
    }
    return bytes
  }
}

@Suite struct `JSON vectors` {
  /// Each vector, and its value where it has one.
  @Test(arguments: JSONVector.all, [true, false])
  func `JSON vectors are read or rejected by both readers`(vector: JSONVector, isStrict: Bool) {
    let isAccepted = isStrict ? vector.isAccepted : vector.isAcceptedRelaxed
    do {
      let value = try JSON(parsing: vector.bytes, options: isStrict ? .strict : .relaxed)
      #expect(isAccepted, "read as \(value.serialized())")
      if let expected = vector.value { #expect(value.serialized() == expected) }
    } catch {
      #expect(!isAccepted, "\(error)")
      #expect(error.offset.map { $0 <= vector.bytes.count } == true)
    }
  }

  @Test func `JSON vectors are the same for both readers, and when written`() throws {
    for vector in JSONVector.all where vector.isAccepted {
      #expect(vector.isAcceptedRelaxed, "\(vector.testDescription)")
      let strict = try JSON(parsing: vector.bytes)
      let relaxed = try JSON(parsing: vector.bytes, options: .relaxed)
      #expect(relaxed == strict, "\(vector.testDescription)")
      guard vector.value != nil else { continue }
      #expect(try JSON(parsing: strict.serialized()) == strict, "\(vector.testDescription)")
    }
  }

  @Test func `JSON vectors cover every class of the public suites`() {
    let all = JSONVector.all
    func count(_ prefix: String, _ isAccepted: Bool) -> Int {
      all.count { $0.name.hasPrefix(prefix) && $0.isAccepted == isAccepted }
    }
    for part in ["array", "number", "object", "string", "structure"] {
      #expect(count("\(part):", true) >= 7 && count("\(part):", false) >= 15, "\(part)")
    }
    for part in ["array", "comment", "space", "number", "object", "string"] {
      #expect(all.contains { $0.name.hasPrefix("JSON5 \(part):") }, "\(part)")
    }
    #expect(all.count > 350)
    #expect(Set(all.map(\.name)).count == all.count)
  }
}
