import EmuCrypto
import Testing

@Suite struct `Digests` {
  // FIPS 180-2 appendices, RFC 1321 A.5, RFC 3174 §7.3. `HMACTests` has the longer digests.
  @Test(arguments: [
    (Digest.md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
    (.md5, "message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    (.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ]) func `digests hash as published`(digest: Digest, message: String, expected: String) {
    #expect(digest.hex(utf8(message)) == expected)
    #expect(digest.hash(utf8(message)).count == digest.byteCount)
  }

  @Test func `digests hash the same from many threads at once`() async {
    await withTaskGroup(of: String.self) { group in
      for _ in 0..<64 { group.addTask { Digest.sha256.hex(utf8("abc")) } }
      for await value in group { #expect(value.hasPrefix("ba7816bf")) }
    }
  }
}

@Suite struct `Hexadecimal text` {
  @Test func `hexadecimal text reads either case and writes the lower one`() {
    #expect(Hex.decode("00fFA9") == [0, 255, 169])
    #expect(Hex.encode([0, 255, 169]) == "00ffa9")
  }

  @Test(arguments: ["0", "0g", "0 0", "é0", "0x00"])
  func `hexadecimal text rejects other characters`(text: String) {
    #expect(Hex.decode(text) == nil)
  }
}

@Suite struct `Constant-time comparison` {
  @Test(
    arguments: [
      ([], [], true), ([1, 2], [1, 2], true), ([1, 2], [1, 3], false), ([1], [1, 2], false),
      ([], [0], false),
    ] as [([UInt8], [UInt8], Bool)])
  func `constant-time comparison has the result of the plain one`(
    left: [UInt8], right: [UInt8], expected: Bool
  ) { #expect(ConstantTime.areEqual(left, right) == expected) }
}
