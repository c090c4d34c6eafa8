/// One row of a command's table of flags.
struct Flag<Options>: Sendable {
  enum Shape: Sendable, Hashable {
    /// `--quiet`
    case toggle
    /// `--port PORT` or `--port=PORT`
    case value
    /// `--seed FILE…`: repeatable, or with several values after it.
    case list
    /// `--single-project`, `--single-project warn` or `--single-project=warn`
    case optionalValue
  }

  let name: String
  let shape: Shape
  let placeholder: String
  /// The default value, for the help; nil where there is none to show.
  let standard: String?
  /// Flags that conflict with this one.
  let excludes: [String]
  /// Flags that must be present with this one.
  let requires: [String]
  let help: String
  /// The valid values, as the end of "--port accepts …".
  let expectation: String
  /// Applies a value; returns false for an invalid one.
  let apply: @Sendable (inout Options, String) -> Bool
}

// MARK: - Rows

extension Flag {
  static func toggle(
    _ name: String, excludes: [String] = [], requires: [String] = [], _ help: String,
    set: @escaping @Sendable (inout Options) -> Void
  ) -> Flag {
    Flag(
      name: name, shape: .toggle, placeholder: "", standard: nil, excludes: excludes,
      requires: requires, help: help,
      expectation: "no value"
    ) { options, _ in
      set(&options)
      return true
    }
  }

  static func list<Value>(
    _ name: String, _ kind: ValueKind<Value>, _ help: String,
    append: @escaping @Sendable (inout Options, Value) -> Void
  ) -> Flag {
    value(name, kind, help, shape: .list, set: append)
  }

  /// - Parameter bare: the value of the flag without one.
  static func optionalValue<Value>(
    _ name: String, _ kind: ValueKind<Value>, bare: String, _ help: String,
    set: @escaping @Sendable (inout Options, Value) -> Void
  ) -> Flag {
    value(
      name, kind, help, shape: .optionalValue, completing: { $0.isEmpty ? bare : $0 }, set: set)
  }

  static func value<Value>(
    _ name: String, _ kind: ValueKind<Value>, standard: String? = nil, excludes: [String] = [],
    requires: [String] = [], _ help: String, shape: Shape = .value,
    completing: @escaping @Sendable (String) -> String = { $0 },
    set: @escaping @Sendable (inout Options, Value) -> Void
  ) -> Flag {
    Flag(
      name: name, shape: shape, placeholder: kind.placeholder, standard: standard,
      excludes: excludes, requires: requires, help: help, expectation: kind.expectation
    ) { options, text in
      guard let value = kind.read(completing(text)) else { return false }
      set(&options, value)
      return true
    }
  }
}
