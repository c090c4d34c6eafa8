import EmuCBOR
@testable import EmuControl
import EmuHTTP
import EmuIssuers
import EmuJOSE
import EmuJSON
import EmuWebAuthn
import EmuYAML
import Foundation

// libFuzzer's entry: https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

enum Parsers {
  /// The parsers of bytes from outside, by name. A parser throws; a trap is the fault to be found.
  static let all: [String: @Sendable ([UInt8]) throws -> Void] = [
    "json": { bytes in
      let tree = try JSON(parsing: bytes)
      // The bytes, because a number beyond a Double's range is written as null.
      let written = tree.serializedBytes()
      let again = try? JSON(parsing: written).serializedBytes()
      precondition(again == written, "a tree changes when it is read again")
      _ = try? JSON(parsing: bytes, options: .relaxed)
    },
    "yaml": { bytes in _ = try YAML.json(bytes) },
    "form": { bytes in
      for field in FormFields(parsing: bytes) {
        let written = PercentEncoding.queryComponent(field.value)
        precondition(
          PercentEncoding.decode(written) == field.value, "a value changes when written")
      }
    },
    "jose": { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let keys = [VerificationKey(secret: Array("secret".utf8))]
      _ = JWTVerifier.verify(text, keys: keys)
      if let token = try? CompactJWT(text) {
        _ = try? token.header()
        if let payload = try? token.payload(), let tree = try? JSON(parsing: payload) {
          _ = RegisteredClaims(tree)
        }
      }
      _ = try JWKSet(parsing: bytes)
    },
    "cbor": { bytes in
      _ = try? CBOR.decodePrefix(of: bytes)
      let item = try CBOR.decode(bytes)
      // The bytes, because NaN is not equal to itself.
      let again = try? CBOR.decode(item.encoded).encoded
      precondition(again == item.encoded, "an item changes when it is read again")
    },
    "webauthn": { bytes in
      let ceremony = Ceremony(challenge: "AAAA", relyingPartyID: "localhost")
      let client = Array(
        #"{"type":"webauthn.create","challenge":"AAAA","origin":"http://localhost"}"#.utf8)
      _ = try? Registration(of: ceremony, clientDataJSON: bytes, attestationObject: [])
      _ = try? Registration(of: ceremony, clientDataJSON: client, attestationObject: bytes)
      let credential = Assertion.Credential(publicKey: bytes, signCount: 0, isBackupEligible: false)
      _ = try Assertion(
        of: ceremony, by: credential,
        clientDataJSON: Array(
          #"{"type":"webauthn.get","challenge":"AAAA","origin":"http://localhost"}"#.utf8),
        authenticatorData: bytes, signature: bytes)
    },
    "csv": { bytes in try readAll(CSVSource(BytesBody(bytes))) },
    "ndjson": { bytes in try readAll(LineSource(BytesBody(bytes))) },
    "accounts": { bytes in try readAll(AccountSource(BytesBody(bytes))) },
    "seed": { bytes in _ = try Seed(parsing: bytes, providers: ProviderSites.standard.providers) },
    "url": { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      _ = Host(text)
      let hosts = HostRule(allowed: [".example.com"])
      _ = hosts.admits(text)
      _ = OriginRule(hosts: hosts, allowed: ["https://example.com"]).admits(text)
      let (path, query) = Request.split(target: text)
      _ = PercentEncoding.decodeIfValid(path)
      if let query { _ = FormFields(parsing: query) }
    },
  ]

  /// The one that the environment names.
  static let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  static let chosen = all[name]
}

private func readAll(_ source: some UserSource) throws {
  var source = source
  while let user = try source.next() { _ = try? user.document.get() }
}

if Parsers.chosen == nil {
  print(Parsers.all.keys.sorted().joined(separator: "\n"))
  exit(Parsers.name.isEmpty ? 0 : 2)
}

/// The name that libFuzzer's own main expects, which is linked as well.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ length: Int) -> CInt {
  try? Parsers.chosen?(Array(UnsafeBufferPointer(start: start, count: length)))
  return 0
}

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(runDriver(&count, &arguments) { testOneInput($0, $1) })
