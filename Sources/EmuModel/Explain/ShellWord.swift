/// A text as one word of a POSIX shell's command.
package enum ShellWord {
  /// Returns the text in single quotes, within which only the single quote is special.
  ///
  /// Scalars are compared: a quote followed by a combining accent is one character, but still ends
  /// a word.
  package static func quoted(_ text: String) -> String {
    "'" + text.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
  }
}
