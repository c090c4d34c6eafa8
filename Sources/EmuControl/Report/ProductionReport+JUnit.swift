internal import EmuModel

extension ProductionReport {
  /// JUnit XML: each difference is a failed case of one suite; without any there is one case that passes.
  var junit: String {
    let count = max(1, differences.count)
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuites tests="\#(count)" failures="\#(differences.count)">"#,
      #"  <testsuite name="production" tests="\#(count)" failures="\#(differences.count)" "#
        + #"errors="0" skipped="0">"#,
    ]
    if differences.isEmpty {
      lines.append(#"    <testcase classname="production" name="no request differs"/>"#)
    }
    for difference in differences {
      let first = difference.first
      let name = "\(first.operation ?? first.path): production \(difference.sentence)"
      let text =
        "\(first.method) \(first.path) (\(first.status)), request \(first.id)\n\(first.reason)\n"
        + difference.change
      lines += [
        #"    <testcase classname="production.\#(Self.escaped(difference.rule))" "#
          + #"name="\#(Self.escaped(name))">"#,
        #"      <failure type="\#(Self.escaped(difference.rule))" "#
          + #"message="\#(difference.count) x \#(Self.escaped(difference.change))">"#
          + "\(Self.escaped(text))</failure>",
        "    </testcase>",
      ]
    }
    lines += ["  </testsuite>", "</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text with its markup and invisible characters escaped; XML 1.0 does not allow the others.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in VisibleText.escaped(text, .lines).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{fffe}"..."\u{ffff}": result += "\u{fffd}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
