import type { DocumentRegistry } from '../documents/library/registry.ts'
import type { DocumentServices } from '../documents/services.ts'
import type { Inbox } from '../modules/announcement/inbox.ts'
import type { AuditLog, RequestEvents } from '../modules/audit/interface.ts'
import type { DesignServices } from '../modules/design/services.ts'
import type { Dictionaries } from '../modules/dict/dictionaries.ts'
import type { UploadBudget } from '../modules/file/budget.ts'
import type { Monitor } from '../modules/monitor/monitor.ts'
import type { Permissions } from '../modules/permission/permissions.ts'
import type { SessionServices } from '../modules/session/services.ts'
import type { Subscriptions } from '../modules/webhook/subscriptions.ts'
import type { BoundJobType } from '../platform/jobs/job-type.ts'
import type { Live } from '../platform/live/live.ts'
import type { KeyAuthenticator } from '../platform/services.ts'
import type { ExportStore } from '../records/excel/export/export-store.ts'
import type { Exports } from '../records/excel/export/exports.ts'
import type { ImportRouteServices } from '../records/excel/import-route.ts'
import type { RecordServices } from '../records/services.ts'
import type { DataSources, ReportDatabases } from '../reports/databases.ts'
import type { ReportStreams } from '../reports/report-stream.ts'

/** The services that exist before any document is read. */
export interface BaseServices
  extends DocumentServices,
    Omit<SessionServices, 'dictionaries'>,
    Pick<RecordServices, 'handlers' | 'totals'> {
  permissions: Permissions
  dictionaries: Dictionaries
  uploads: UploadBudget
}

/** All services. Each route plugin names those that it uses and receives them as an argument. */
export interface Services
  extends BaseServices,
    Pick<RecordServices, 'effects' | 'hooks' | 'consequences' | 'events' | 'versions'>,
    Pick<DesignServices, 'tryDocuments'>,
    Pick<
      ImportRouteServices,
      'imports' | 'importLog' | 'importOperations' | 'storeText' | 'lookups' | 'reportRows'
    > {
  documents: DocumentRegistry
  /** Reads the documents again; resolves when they are served. */
  reloadDocuments(): Promise<unknown>
  live: Live
  inbox: Inbox
  audit: AuditLog
  apiKeys: KeyAuthenticator
  subscriptions: Subscriptions
  monitor: Monitor
  requestEvents: RequestEvents
  /** The types of scheduled jobs that the modules declare. */
  jobTypes: readonly BoundJobType[]
  wholeReports: ReportStreams
  dataSources: DataSources
  reportDatabases: ReportDatabases
  exports: Exports
  exportStore: ExportStore
  /** Ends the watching of the document folders. */
  stopWatching(): void
}
