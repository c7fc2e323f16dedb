import type { SessionUser } from '../../../platform/http/requests/user.ts'

/** An export that runs on after its answer. */
export interface BegunExport {
  /** The id of the screen. */
  screen: string
  user: SessionUser
  /** The name of the file. */
  fileName: string
  /** The rights that decide about its content, as a digest. */
  rights: string
  /** The number of its records. */
  rows: number
}

/** The files of long exports, which their users fetch later. The export module implements it. */
export interface ExportStore {
  /** Stores a running export and returns its id. The user's oldest files make room for it. */
  begin(begun: BegunExport): Promise<string>
  /** Stores the number of read records, and that the server is alive; false when the user has removed the export. */
  report(id: string, written: number): Promise<boolean>
  /** Stores the file, or none at all. Rejects with STORAGE_FULL when the disk is full. */
  save(id: string, chunks: AsyncIterable<Buffer>): Promise<void>
  /** Stores the end of an export without a file. */
  fail(id: string, message: string): Promise<void>
}
