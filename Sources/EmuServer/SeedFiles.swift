internal import EmuControl
internal import EmuHTTP
internal import EmuHTTPServer
internal import EmuIdentity

/// Reads the seed documents of the command line.
package enum SeedFiles {
  /// Returns true for the beginning of a seed document.
  package static func isSeed(_ head: [UInt8]) -> Bool {
    (try? ImportFormat(ofFileThatBeginsWith: head)) == .seed
  }

  /// - Throws: `SeedError` naming the file.
  static func seed(at path: String, _ providers: ProviderRegistry) throws(SeedError) -> Seed {
    do {
      return try Seed(reading: try body(of: path), providers: providers)
    } catch {
      throw SeedError(path: path, message: error.description)
    }
  }

  /// Reads the document now: a reset reads it again, even if the file has changed. A long one is
  /// copied to a temporary file.
  private static func body(of path: String) throws(SeedError) -> any StoredBody {
    var (bytes, copy): ([UInt8], BodyFile?) = ([], nil)
    do {
      if LocalFile.isYAML(path) { return BytesBody(try LocalFile.json(ofYAMLAt: path)) }
      try LocalFile.forEachPiece(of: path) { piece in
        if let copy {
          guard copy.count <= Seed.limit else { throw tooLarge }
          return try copy.append(piece)
        }
        bytes += piece
        guard bytes.count > Seed.memoryLimit else { return }
        copy = try BodyFile()
        try copy?.append(bytes)
        bytes = []
      }
    } catch let error as LocalFile.Failure {
      throw SeedError(
        path: "",
        message: "cannot be read (\(error.reason)). "
          + (error.hasBadText ? error.nextStep : "Check the path after --seed."))
    } catch let error as SeedError {
      throw error
    } catch {
      throw SeedError(path: "", message: "cannot be copied. \(error)")
    }
    return copy ?? BytesBody(bytes)
  }

  private static var tooLarge: SeedError {
    SeedError(path: "", message: "the document is larger than \(Seed.limit >> 20) MB; split it")
  }
}
