// RFC 3339 in and out without a formatter: a `DateFormatter` costs 60 µs and pulls in ICU.

extension Timestamp {
  /// The time as `2026-11-21T09:30:00.000Z`.
  ///
  /// Always three fractional digits and `Z`: the iOS SDK reads exactly that pattern.
  package var rfc3339: String {
    let (days, time) = milliseconds.flooredDivision(by: 86_400_000)
    let (year, month, day) = Self.civilDate(fromDays: days)
    var text = DateText()
    text.add(year, 4, then: "-")
    text.add(month, 2, then: "-")
    text.add(day, 2, then: "T")
    text.add(time / 3_600_000, 2, then: ":")
    text.add(time / 60_000 % 60, 2, then: ":")
    text.add(time / 1000 % 60, 2, then: ".")
    text.add(time % 1000, 3, then: "Z")
    return text.text
  }

  /// The time of the day as ``rfc3339`` ends: `09:30:00.000Z`.
  package var rfc3339Time: String { String(rfc3339.suffix(13)) }

  /// Reads an RFC 3339 date-time; nil when the text is not one.
  ///
  /// Fractions beyond milliseconds are cut off; the offset may be `Z` or `±hh:mm`.
  package init?(rfc3339 text: String) {
    var scanner = DateScanner(text)
    guard let year = scanner.digits(4), scanner.skip("-"),
      let month = scanner.digits(2), scanner.skip("-"),
      let day = scanner.digits(2), scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
      let hour = scanner.digits(2), scanner.skip(":"),
      let minute = scanner.digits(2), scanner.skip(":"),
      let second = scanner.digits(2),
      (1...12).contains(month),
      hour < 24, minute < 60, second < 61
    else { return nil }
    guard let fraction = scanner.milliseconds(), let offset = scanner.offsetMinutes(),
      scanner.isAtEnd
    else { return nil }
    // A day that this month does not have falls into the next month.
    let days = Self.days(fromCivil: year, month, day)
    guard Self.civilDate(fromDays: days) == (year, month, day) else { return nil }
    let minutes = (days * 24 + hour) * 60 + minute - offset
    self.init(milliseconds: (minutes * 60 + second) * 1000 + fraction)
  }

  // Days since 1970-01-01 ↔ proleptic Gregorian date: the era arithmetic of H. Hinnant,
  // "chrono-Compatible Low-Level Date Algorithms".
  private static func days(fromCivil year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shifted.flooredDivision(by: 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func civilDate(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

/// Writes the fixed fields of a date-time from left to right, in one buffer: every request is
/// logged with its time.
private struct DateText {
  private var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(24) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes a number with zeros in front of it, and a mark.
  mutating func add(_ value: Int64, _ width: Int, then mark: Unicode.Scalar) {
    let digits = String(value).utf8
    bytes += repeatElement(UInt8(ascii: "0"), count: max(0, width - digits.count))
    bytes += digits
    bytes.append(UInt8(ascii: mark))
  }
}

extension Int64 {
  fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// Reads the fixed fields of a date-time from left to right.
private struct DateScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == character.value else { return false }
    rest.removeFirst()
    return true
  }

  mutating func digits(_ count: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<count {
      guard let digit = nextDigit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Reads the fraction of a second: 0 when there is none, nil when a dot has no digit after it.
  mutating func milliseconds() -> Int64? {
    guard skip(".") else { return 0 }
    guard var value = nextDigit() else { return nil }
    var scale: Int64 = 100
    value *= scale
    while let digit = nextDigit() {
      scale /= 10
      value += digit * scale
    }
    return value
  }

  mutating func offsetMinutes() -> Int64? {
    if skip("Z") || skip("z") { return 0 }
    let sign: Int64 = skip("-") ? -1 : 1
    guard sign == -1 || skip("+"), let hours = digits(2), skip(":"), let minutes = digits(2),
      hours < 24, minutes < 60
    else { return nil }
    return sign * (hours * 60 + minutes)
  }

  private mutating func nextDigit() -> Int64? {
    guard let first = rest.first, (48...57).contains(first) else { return nil }
    rest.removeFirst()
    return Int64(first) - 48
  }
}
