import type { DocumentRegistry } from '../../documents/library/registry.ts'
import type { DocumentServices } from '../../documents/services.ts'
import type { ReadServices } from '../../records/services.ts'

/** What drafts, releases and removals of documents need. */
export interface DesignServices
  extends Omit<DocumentServices, 'dictionaries'>,
    Pick<ReadServices, 'dictionaries' | 'handlers'> {
  documents: DocumentRegistry
  /** Reads the documents again; resolves when they are served. */
  reloadDocuments(): Promise<unknown>
}
