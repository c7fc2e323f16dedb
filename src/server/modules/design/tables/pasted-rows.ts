import { type Migration, sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { RegistryEntry } from '../../../documents/library/registry.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import { holds, type SessionUser } from '../../../platform/http/requests/user.ts'
import type { Db } from '../../../platform/store/database.ts'
import { answerImport, type ImportAnswerServices } from '../../../records/excel/import/import-answer.ts'
import type { ImportAnswer } from '../../../records/excel/import/import-job.ts'
import { importPlan } from '../../../records/excel/import/import-plan.ts'
import { getResource } from '../../../records/resource.ts'

const refuse = defineRefusals({
  DESIGN_NO_ROWS: '没有粘贴的数据可以导入，可能已经导入',
  DESIGN_NO_COLUMNS: '粘贴的各列在这个界面里都没有可以填的字段',
})

/** The rows below a pasted header, as texts by the keys of the fields that were made from its columns. */
export interface PastedRows {
  keys: string[]
  rows: string[][]
}

/** Pasted rows wait here, for their designer, until the released screen has received them. */
export const pastedRowsTable: Migration = {
  async up(trx) {
    await sql`
      create table sys_design_rows (
        document_id varchar(110) not null, user_id varchar(36) not null references sys_user on delete cascade,
        keys json not null, rows json not null, primary key (document_id, user_id))`.execute(trx)
  },
}

export async function readPastedRows(db: Db, id: string, userId: string): Promise<PastedRows | null> {
  const { rows } = await sql<PastedRows>`
    select keys, rows from sys_design_rows where document_id = ${id} and user_id = ${userId}`.execute(db)
  return rows[0] ?? null
}

export async function storePastedRows(
  db: Db,
  id: string,
  userId: string,
  { keys, rows }: PastedRows,
): Promise<void> {
  await sql`
    insert into sys_design_rows (document_id, user_id, keys, rows)
    values (${id}, ${userId}, ${JSON.stringify(keys)}::json, ${JSON.stringify(rows)}::json)
    on conflict (document_id, user_id) do update set keys = excluded.keys, rows = excluded.rows`.execute(db)
}

export async function removePastedRows(db: Db, id: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from sys_design_rows where document_id = ${id} and user_id = ${userId} returning 1`.execute(db)
  return rows.length > 0
}

/** Imports the pasted rows as a workbook is imported. They are removed in the same transaction, so that they come once. */
export async function importPastedRows(
  services: ImportAnswerServices,
  { document, documentHash }: RegistryEntry<StoredScreen>,
  user: SessionUser,
): Promise<ImportAnswer> {
  const { db, importLog } = services
  const pasted = await readPastedRows(db.app, document.id, user.id)
  if (!pasted) throw refuse('DESIGN_NO_ROWS')
  const resource = getResource(document, documentHash, fieldValues)
  const { head } = importPlan(resource, (code) => holds(user, code), true)
  const headings = new Map(head.map(({ field, heading }) => [field.key, heading]))
  const columns = pasted.keys.flatMap((key, at) => (headings.has(key) ? [{ key, at }] : []))
  if (columns.length === 0) throw refuse('DESIGN_NO_COLUMNS')
  const rows = [
    columns.map(({ key }) => headings.get(key) ?? key),
    ...pasted.rows.map((row) => columns.map(({ at }) => row[at] ?? '')),
  ]
  const form = {
    files: [{ name: '粘贴的数据', sheets: [{ name: document.title, rows }] }],
    isTrial: false,
    isBackground: false,
    isHeadOnly: true,
    foreignKeys: {},
  }
  const removing: typeof importLog = {
    ...importLog,
    async add(trx, entry, running) {
      if (!(await removePastedRows(trx, document.id, user.id))) throw refuse('DESIGN_NO_ROWS')
      return importLog.add(trx, entry, running)
    },
  }
  return answerImport({ ...services, importLog: removing }, resource, user, form)
}
