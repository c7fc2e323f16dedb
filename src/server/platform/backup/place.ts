import type pg from 'pg'
import type { FileStore } from '../files/contract.ts'

/** What a back-up copies, and what a restore fills: a database with the files that belong to it. */
export interface Place {
  owner: pg.ClientConfig
  dataDir: string
  files: FileStore
  /** The folder of `SCHEMAS_DIR`. */
  documentFolder: string | undefined
  /** The folder of long exports. */
  exportFolder: string
  /** The file of `AUDIT_SINK`; undefined where another system keeps the last hashes. */
  auditFile: string | undefined
  /** `SECRET_KEY`; undefined: the file in the data folder. */
  secretKey: string | undefined
}
