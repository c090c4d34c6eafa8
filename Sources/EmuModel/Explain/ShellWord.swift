/// A text as one word of a POSIX shell's command.
package enum ShellWord {
  /// Returns the text in single quotes, within which only the single quote is special.
  ///
  /// Scalars are compared: a quote followed by a combining accent is one character, but still ends
  /// a word.
  package static func quoted(_ text: String) -> String {
    "'" + text.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
  }

  /// Returns the text in quotes where a shell would read it otherwise.
  package static func argument(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "-._/:@%+=,".unicodeScalars.contains(scalar)
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }
}
