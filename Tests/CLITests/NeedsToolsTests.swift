import EmuTestTools
import Foundation
import Testing

@Suite struct `Programs that tests run` {
  @Test func `a program is taken from the first folder that has it`() throws {
    let folder = try TestFolder()
    let tool = try folder.write(Data("#!/bin/sh\n".utf8), "openssl")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
    let folders = ["/no", folder.url.path, "/usr/bin"]
    #expect(NeedsTools.path(of: "openssl", in: folders) == folder.path("openssl"))
    #expect(NeedsTools.path(of: "no-such-tool", in: folders) == "/usr/bin/no-such-tool")
  }
}
