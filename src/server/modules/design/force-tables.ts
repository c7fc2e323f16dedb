import { fieldValues } from '#runtime/fields/values.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Document } from '#runtime/schema/types.ts'
import { applyAll } from '../../documents/apply.ts'
import { databaseText } from '../../documents/database-text.ts'
import type { Step } from '../../documents/plan.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Database } from '../../platform/store/database.ts'

const refuse = defineRefusals({
  DESIGN_TABLE_NAME: '请填写表名 {table} 确认',
  DESIGN_STEP: '{step}没有成功，数据库没有改动：{reason}',
})

/** The name of a document's own table; '' for a document without one. */
export const tableNameOf = ({ table }: JsonObject): string =>
  isJsonObject(table) && typeof table.name === 'string' ? table.name : ''

export function requireTyped(table: string, typed: string | undefined): void {
  if (table === '' || typed !== table) throw refuse('DESIGN_TABLE_NAME', { values: { table } })
}

/**
 * Runs the steps of the documents' tables, those that lose data included, in one transaction. Returns their number.
 * `isWanted` leaves steps out.
 */
export async function forceTables(
  db: Database,
  documents: readonly Document[],
  table: string,
  typed: string | undefined,
  isWanted?: (step: Step) => boolean,
): Promise<number> {
  requireTyped(table, typed)
  let running = ''
  try {
    const onStep = ({ text }: Step) => {
      running = text
    }
    return await applyAll(db, documents, fieldValues, onStep, isWanted)
  } catch (error) {
    throw refuse('DESIGN_STEP', { values: { step: running, reason: databaseText(error) } })
  }
}
