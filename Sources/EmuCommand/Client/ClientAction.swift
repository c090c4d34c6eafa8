internal import EmuJSON

/// One line of a command that talks to a running emulator, such as `clock advance TIME`.
struct ClientAction: Sendable {
  enum Needs: Sendable, Hashable {
    case emulator
    /// An emulator of the command itself, unless another one is named.
    case nothing
    /// A running emulator, or a data file that no emulator serves.
    case data(creates: Bool)
  }

  /// The word after the command's name; empty for the default action.
  let name: String
  /// The words that must follow, for the help: `NAME`, `[ID]` for one that may, `[NAME…]` for any number.
  let words: [String]
  let summary: String
  let flags: [Flag<ClientInput>]
  let needs: Needs
  /// True when it changes its target, which the command then names.
  let changes: Bool
  /// Examines the arguments before anything is opened or changed.
  let check: @Sendable (ClientInput) throws -> Void
  let perform: @Sendable (ClientInput, ControlClient) throws -> ClientReply

  init(
    _ name: String, words: [String] = [], _ summary: String, flags: [Flag<ClientInput>] = [],
    needs: Needs = .emulator, changes: Bool = false,
    check: @escaping @Sendable (ClientInput) throws -> Void = { _ in },
    perform: @escaping @Sendable (ClientInput, ControlClient) throws -> ClientReply
  ) {
    self.name = name
    self.words = words
    self.summary = summary
    self.flags = flags
    self.needs = needs
    self.changes = changes
    self.check = check
    self.perform = perform
  }

  /// `advance TIME`
  var usage: String { ([name] + words).filter { !$0.isEmpty }.joined(separator: " ") }

  var wordCount: ClosedRange<Int> {
    let least = words.count { !$0.hasPrefix("[") }
    return least...(words.last?.hasSuffix("…]") == true ? .max : words.count)
  }
}

struct ClientReply: Sendable {
  /// For programs.
  var json: JSON
  /// The text output, with the line's end; may be empty.
  var text: TerminalText
  var isGood = true
  /// True when a changing action changed something; false for a trial run, and for a rejected file.
  var hasChanged = true

  /// Returns the reply of a list: the answer, and a table of the elements of a member.
  ///
  /// - Parameters:
  ///   - empty: the sentence for an empty list.
  ///   - row: returns the cells of an element.
  static func table(
    _ answer: JSON, _ member: String, _ header: [String], empty: TerminalText,
    row: (JSON) -> [String]
  ) -> ClientReply {
    ClientReply(
      json: answer, text: TextTable.text(header, answer.list(member).map(row), empty: empty))
  }

  /// Stores one file after the other, and returns one reply: `{NAME: [reply…]}`.
  ///
  /// A file of which nothing is stored is the last one, unless `continuesAfterFailure` is true; those
  /// after it are named. What the files before it changed is still reported.
  ///
  /// - Parameter member: the member of each reply with the file.
  /// - Throws: the failure of the only file.
  static func storing(
    _ files: [String], as name: String, naming member: String = "file",
    continuesAfterFailure: Bool = false, _ store: (String) throws -> ClientReply
  ) throws -> ClientReply {
    var (all, replies) = (ClientReply(json: .null, text: "", hasChanged: false), [JSON]())
    for (index, file) in files.enumerated() {
      do {
        let reply = try store(file)
        var json = reply.json.object ?? [:]
        json[member] = .string(file)
        replies.append(.object(json))
        all.text += reply.text
        all.isGood = all.isGood && reply.isGood
        all.hasChanged = all.hasChanged || reply.hasChanged
        if reply.isGood || reply.hasChanged { continue }
      } catch {
        guard files.count > 1 else { throw error }
        Output.error(CommandFailure(error).message)
        all.isGood = false
      }
      guard !continuesAfterFailure, index + 1 < files.count else { continue }
      let rest = files[(index + 1)...].joined(separator: ", ")
      Output.error("Not read: \(rest). Correct \(file), then run the same command again.")
      break
    }
    all.json = .object([name: .array(replies)])
    return all
  }

  /// Returns the reply about a file that was written.
  ///
  /// - Parameter advice: the sentences after the length of the file.
  static func written(_ file: String, _ bytes: Int, _ advice: TerminalText) -> ClientReply {
    ClientReply(
      json: ["file": .string(file), "bytes": .int(Int64(bytes))],
      text: "Wrote \(file), \(bytes) bytes. \(advice)")
  }

  func naming(_ target: CommandTarget) -> ClientReply {
    guard hasChanged, let changed = target.changed else { return self }
    var reply = self
    reply.text += changed.text
    if case .object(var object) = json {
      object["changed"] = changed.json
      reply.json = .object(object)
    }
    return reply
  }
}
