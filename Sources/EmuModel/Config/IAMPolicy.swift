package import EmuJSON

/// The published `Policy`, which is stored and returned, but has no effect.
package struct IAMPolicy: Codable, Sendable, Hashable {
  package struct Binding: Codable, Sendable, Hashable {
    package var role: String?
    package var members: [String]?
    package var condition: Condition?
  }

  package struct Condition: Codable, Sendable, Hashable {
    package var description: String?
    package var expression: String?
    package var location: String?
    package var title: String?
  }

  package struct AuditConfig: Codable, Sendable, Hashable {
    package var service: String?
    package var auditLogConfigs: [AuditLog]?
  }

  package struct AuditLog: Codable, Sendable, Hashable {
    package enum LogType: String, WireEnum {
      case unspecified = "LOG_TYPE_UNSPECIFIED"
      case adminRead = "ADMIN_READ"
      case dataWrite = "DATA_WRITE"
      case dataRead = "DATA_READ"

      package static let protoName = "google.iam.v1.AuditLogConfig.LogType"
    }

    package var exemptedMembers: [String]?
    package var logType: LogType?
  }

  package var version: Int32?
  @Formatted<Base64Format> package var etag: String?
  package var bindings: [Binding]?
  package var auditConfigs: [AuditConfig]?

  package init() {}
}
