import { fieldValues } from '#runtime/fields/values.ts'
import { AppError } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { applyAll } from '../../../documents/apply.ts'
import { databaseText } from '../../../documents/plan/database-text.ts'
import type { Step } from '../../../documents/plan/plan-step.ts'
import { describeStep } from '../../../documents/plan/step-failure.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Database, Trx } from '../../../platform/store/database.ts'
import { refuseRelease } from '../refusals.ts'

const refuse = defineRefusals({
  DESIGN_TABLE_NAME: '请填写表名 {table} 确认',
})

/** The name of a document's own table; '' for a document without one. */
export const getTableName = ({ table }: JsonObject): string =>
  isJsonObject(table) && typeof table.name === 'string' ? table.name : ''

export function requireTyped(table: string, typed: string | undefined): void {
  if (table === '' || typed !== table) throw refuse('DESIGN_TABLE_NAME', { values: { table } })
}

/**
 * Runs the steps of the documents' tables, those that lose data included. With `work`, which follows in the same transaction,
 * only the steps that lose nothing or without which the document is not served.
 */
export async function forceTables(
  db: Database,
  documents: readonly Document[],
  table: string,
  typed: string | undefined,
  work?: (trx: Trx) => Promise<void>,
): Promise<void> {
  requireTyped(table, typed)
  let running = ''
  try {
    const onStep = (step: Step) => {
      running = describeStep(step, documents)
    }
    await applyAll(
      db,
      documents,
      fieldValues,
      onStep,
      work && {
        isWanted: ({ additive, blocks }) => additive || blocks,
        work: (trx) => {
          running = '保存发布的版本'
          return work(trx)
        },
      },
    )
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refuseRelease('DESIGN_STEP', { values: { step: running, reason: databaseText(error) } })
  }
}
