import type { Definition } from '../database/catalogue.ts'

/** The version of the format of archives. */
export const FORMAT = 1

/** The names of entries. The header is the first entry, the manifest the last one. */
export const ENTRIES = {
  header: 'header.json',
  manifest: 'manifest.json',
  key: 'secret.key',
  /** The file of `AUDIT_SINK`: the last hashes of the operation log. */
  audit: 'audit.log',
  documents: 'documents/',
  tables: 'tables/',
  files: 'files/',
  exports: 'exports/',
} as const

/** What an archive says before its data. */
export interface Header {
  format: number
  /** The version of the program that wrote it. */
  version: string
  /** The moment of the snapshot, in ISO form. */
  time: string
  /** The version of PostgreSQL. */
  server: string
  /** The names of the applied migrations. */
  migrations: string[]
  /** A keyed text: the place that is restored has to have the same key. */
  keyMark: string
  /** The names of the settings in use; their values are not in the archive. */
  settings: string[]
  definition: Definition
}

export interface EntryMark {
  bytes: number
  sha256: string
}

/** What an archive says after its data. */
export interface Manifest {
  /** Every entry before the manifest, by name. */
  entries: Record<string, EntryMark>
  /** Rows by `schema.table`. */
  rows: Record<string, number>
  /** Files that the database names and the store did not have, at most the first 20. */
  missingFiles: string[]
}
