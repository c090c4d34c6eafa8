internal import EmuModel
internal import EmuStore
internal import EmuThread

/// Stores the users of a file atomically, in one transaction.
///
/// One thread reads and checks users, the writer's thread stores them; both hold a few thousand
/// users. In an empty store, the indexes are created at the end (`UserLoad`).
struct UserImport {
  /// The number of users in a slice.
  private static let slice = 500

  let seeder: Seeder
  let projectID: String
  let format: ImportFormat
  let options: ImportOptions
  /// Configures the project before its users are stored.
  let setUp: @Sendable (WriteTransaction) throws -> Void

  /// The reason for an intentional rollback.
  private struct Aborted: Error {}

  /// Reads and stores all users, and waits for the result, which may take long.
  ///
  /// - Parameter source: returns the users from the first one on.
  func run(_ source: () -> any UserSource, _ reader: UserReader) throws -> ImportReport {
    if options.continues { return try storeInParts(source(), reader) }
    do {
      return try storeAtOnce(source(), reader, searches: false)
    } catch is ImportTransaction.HasContradictions {
      return try storeAtOnce(source(), reader, searches: true)
    }
  }

  private func storeAtOnce(
    _ source: any UserSource, _ reader: UserReader, searches: Bool
  ) throws -> ImportReport {
    let pipe = Pipe<[UserReader.Item]>()
    let report = Monitor(ImportReport(format, isDryRun: options.isDryRun))
    let outcome = Monitor<Result<Void, any Error>?>(nil)
    seeder.store.write(
      as: .long,
      { writer in
        let result = try store(pipe, searches: searches, writer)
        report.update { $0 = result }
        if result.refused > 0 && !options.skipsRefused || options.isDryRun { throw Aborted() }
      },
      completion: { result in
        // The reading thread may wait for space.
        pipe.close()
        outcome.update { $0 = result }
      })
    do {
      try send(source, through: reader, to: pipe)
    } catch {
      let fault = error as? ImportFault ?? ImportFault("\(error)")
      _ = pipe.put([.fault(fault)])
    }
    pipe.finish()
    do {
      try outcome.wait(until: { $0 != nil }, then: { $0 })?.get()
    } catch is Aborted {}
    return report.withLock { $0 }
  }

  private func send(
    _ source: any UserSource, through reader: UserReader, to pipe: Pipe<[UserReader.Item]>
  ) throws {
    var source = source
    var slice: [UserReader.Item] = []
    slice.reserveCapacity(Self.slice)
    while let next = try source.next() {
      slice.append(reader.read(next))
      guard slice.count == Self.slice else { continue }
      guard pipe.put(slice) else { return }
      slice.removeAll(keepingCapacity: true)
    }
    _ = pipe.put(slice)
  }

  // MARK: - In the transaction

  private func store(
    _ pipe: Pipe<[UserReader.Item]>, searches: Bool, _ writer: WriteTransaction
  ) throws -> ImportReport {
    var run = try ImportTransaction(self, searches: searches, writer)
    while let slice = pipe.take() {
      for item in slice { try run.store(item) }
    }
    return try run.finish()
  }

  // MARK: - In parts

  private func storeInParts(
    _ source: any UserSource, _ reader: UserReader
  ) throws -> ImportReport {
    var source = source
    var report = ImportReport(format, isDryRun: false)
    var isLast = false
    while !isLast {
      var slice: [UserReader.Item] = []
      do {
        while slice.count < Self.slice, !isLast {
          if let next = try source.next() {
            slice.append(reader.read(next))
          } else {
            isLast = true
          }
        }
      } catch let error as ImportFault {
        slice.append(.fault(error))
        isLast = true
      }
      let (before, part) = (report, slice)
      report = try seeder.store.write { writer in
        var run = try ImportPart(self, writer, before)
        for item in part { try run.store(item) }
        return run.report
      }
    }
    return report
  }
}
