import EmuHTTP
import Testing

@Suite struct `form fields` {
  struct Row: Sendable, CustomTestStringConvertible {
    let body: String
    let expected: [String]
    var testDescription: String { body }
  }

  @Test(arguments: [
    Row(body: "", expected: []),
    Row(body: "a=1&b=2", expected: ["a:1", "b:2"]),
    Row(body: "a=1&a=2", expected: ["a:1", "a:2"]),
    Row(body: "a", expected: ["a:"]),
    Row(body: "a=", expected: ["a:"]),
    Row(body: "=x", expected: [":x"]),
    Row(body: "&&a=1&", expected: ["a:1"]),
    Row(body: "a=b=c", expected: ["a:b=c"]),
    Row(body: "a=one+two%20three", expected: ["a:one two three"]),
    Row(body: "a+b=c", expected: ["a b:c"]),
    Row(body: "a=1%2B1%3D2%26", expected: ["a:1+1=2&"]),
    Row(body: "a=100%&b=%zz&c=%4", expected: ["a:100%", "b:%zz", "c:%4"]),
    Row(body: "name=%E3%81%82", expected: ["name:あ"]),
    Row(body: "a=%FF", expected: ["a:\u{FFFD}"]),
    Row(body: "e=x%40y.test&p=%7e%7E", expected: ["e:x@y.test", "p:~~"]),
  ])
  func `form fields are decoded as the URL Standard decodes forms`(_ row: Row) {
    let fields = FormFields(parsing: Array(row.body.utf8))
    #expect(fields.map { "\($0.name):\($0.value)" } == row.expected)
  }

  @Test(arguments: [
    // iOS sends the percent-decoded query string as the body.
    Row(
      body: #"user={"name":{"firstName":"Ann","lastName":"O+Neil"}}&providerId=apple.com"#,
      expected: [
        #"user:{"name":{"firstName":"Ann","lastName":"O+Neil"}}"#, "providerId:apple.com",
      ]),
    Row(body: "id_token=a+b==&nonce=1+2", expected: ["id_token:a+b==", "nonce:1 2"]),
    // JavaScript escapes properly.
    Row(
      body: "user=%7B%22name%22%3A%22A%2BB%20C%22%7D", expected: [#"user:{"name":"A+B C"}"#]),
    // Form encoders do too; for them a space is a plus, in every field.
    Row(body: "user=%7B%22name%22%3A%22A+B%22%7D", expected: [#"user:{"name":"A B"}"#]),
    Row(body: "access_token=a+b&user=x%2By", expected: ["access_token:a b", "user:x+y"]),
    Row(body: "access_token=~a+b*('c')!", expected: ["access_token:~a b*('c')!"]),
    // One character that no encoder leaves raw makes every value of the text a raw one.
    Row(body: "access_token=a+b&user={}", expected: ["access_token:a+b", "user:{}"]),
    Row(body: "access_token=a+b&user=x y", expected: ["access_token:a+b", "user:x y"]),
    Row(body: "access_token=a+b/c", expected: ["access_token:a+b/c"]),
    Row(body: "access_token=a+b&user=é", expected: ["access_token:a+b", "user:é"]),
    Row(body: "access_token=a+b&user=%C3", expected: ["access_token:a+b", "user:%C3"]),
    // C++ escapes nothing: one broken escape leaves the entire value undecoded.
    Row(body: "access_token=50%25%&x=%41", expected: ["access_token:50%25%", "x:A"]),
    Row(body: "access_token=%FF%41", expected: ["access_token:%FF%41"]),
  ])
  func `form fields of a client that does not encode are decoded only where that is safe`(
    _ row: Row
  ) {
    let fields = FormFields(
      parsing: Array(row.body.utf8),
      decoding: .tolerant(keepingPlusIn: ["id_token", "access_token", "user"]))
    #expect(fields.map { "\($0.name):\($0.value)" } == row.expected)
  }

  @Test func `form fields are found by name, first or all`() {
    let fields = FormFields(parsing: "a=1&b=2&a=3")
    #expect(fields.first("a") == "1")
    #expect(fields.all("a") == ["1", "3"])
    #expect(fields.first("c") == nil)
    #expect(fields.all("c").isEmpty)
  }

  @Test func `form fields are decoded from their encoded form`() {
    let fields: FormFields = ["a b": "c+d&e=f%", "名": "前", "empty": ""]
    #expect(fields.encoded == "a+b=c%2Bd%26e%3Df%25&%E5%90%8D=%E5%89%8D&empty=")
    let back = FormFields(parsing: fields.encoded)
    #expect(back.map(\.name) == fields.map(\.name))
    #expect(back.map(\.value) == fields.map(\.value))
  }
}
