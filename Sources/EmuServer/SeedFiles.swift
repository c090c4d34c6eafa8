internal import EmuControl
internal import EmuIdentity
internal import EmuModel

/// Reads the seed documents of the command line.
package enum SeedFiles {
  /// The largest document, in bytes.
  package static let limit = Seed.limit

  package static func isSeed(_ head: [UInt8]) -> Bool {
    (try? ImportFormat(ofFileThatBeginsWith: head)) == .seed
  }

  /// - Throws: `DocumentError` naming the file.
  static func seed(at path: String, _ providers: ProviderRegistry) throws(DocumentError) -> Seed {
    do throws(DocumentError) {
      return try Seed(parsing: try bytes(of: path), providers: providers)
    } catch {
      throw DocumentError(field: path, message: error.description)
    }
  }

  private static func bytes(of path: String) throws(DocumentError) -> [UInt8] {
    do throws(LocalFile.Failure) {
      return LocalFile.isYAML(path)
        ? try LocalFile.json(ofYAMLAt: path) : try LocalFile.bytes(at: path, limit: Seed.limit)
    } catch {
      throw DocumentError(
        message: "cannot be read (\(error.reason)). "
          + (error.hasBadText ? error.nextStep : "Check the path after --seed."))
    }
  }
}
