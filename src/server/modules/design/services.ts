import type { DocumentRegistry } from '../../documents/library/registry.ts'
import type { DocumentServices } from '../../documents/services.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Trx } from '../../platform/store/database.ts'
import type { ReadServices } from '../../records/services.ts'
import type { TrialResult } from '../../trial/documents.ts'

/** What drafts, releases and removals of documents need. */
export interface DesignServices
  extends Omit<DocumentServices, 'dictionaries'>,
    Pick<ReadServices, 'dictionaries' | 'handlers'> {
  documents: DocumentRegistry
  /** Reads the documents again; resolves when they are served. */
  reloadDocuments(): Promise<unknown>
  /** Tries documents on a server of their own inside the transaction, which its caller rolls back. */
  tryDocuments(trx: Trx, ids: readonly string[], user: SessionUser): Promise<TrialResult>
}
