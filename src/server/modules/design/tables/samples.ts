import { type Migration, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/store/database.ts'

/** The records that came with a template, in the order in which they were added, and their revisions then. */
export const sampleTable: Migration = {
  async up(trx) {
    await sql`
      create table sys_design_sample (
        document_id varchar(110) not null, record_id varchar(200) not null, revision integer not null,
        position integer not null, primary key (document_id, record_id))`.execute(trx)
  },
}

export interface StoredSample {
  document: string
  record: string
  revision: number
}

/** The samples of a document and of those in its group, the last added first. */
export const readStoredSamples = async (db: Db, id: string): Promise<StoredSample[]> =>
  (
    await sql<StoredSample>`
      select document_id as document, record_id as record, revision from sys_design_sample
      where document_id = ${id} or split_part(document_id, '/', 1) = ${id.split('/')[0] ?? ''}
      order by position desc`.execute(db)
  ).rows

export async function forgetSamples(trx: Trx, samples: readonly StoredSample[]): Promise<void> {
  for (const { document, record } of samples)
    await sql`delete from sys_design_sample where document_id = ${document} and record_id = ${record}`.execute(
      trx,
    )
}

/** What is kept of the samples of a document that is removed. */
export async function forgetDocument(trx: Trx, id: string): Promise<void> {
  await sql`delete from sys_design_sample where document_id = ${id}`.execute(trx)
}
