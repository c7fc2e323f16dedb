import { fieldValues } from '#runtime/fields/values.ts'
import { AppError } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { applyAll, isQuick } from '../../../documents/apply.ts'
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

/** Runs the steps of the documents' tables, those that lose data included. */
export async function forceTables(
  db: Database,
  documents: readonly Document[],
  table: string,
  typed: string | undefined,
): Promise<void> {
  requireTyped(table, typed)
  await runSteps(db, documents)
}

/**
 * Runs the work of a release after the steps without which its documents are not served, in one transaction. Without
 * `isForced` no step loses data, and indexes are left to the load.
 */
export const releaseTables = (
  db: Database,
  documents: readonly Document[],
  isForced: boolean,
  work: (trx: Trx) => Promise<void>,
): Promise<void> =>
  runSteps(db, documents, {
    isWanted: (step) => (isForced ? step.additive || step.blocks : step.additive && isQuick(step)),
    work,
  })

async function runSteps(
  db: Database,
  documents: readonly Document[],
  release?: { isWanted(step: Step): boolean; work(trx: Trx): Promise<void> },
): Promise<void> {
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
      release && {
        ...release,
        work: (trx) => {
          running = '保存发布的版本'
          return release.work(trx)
        },
      },
    )
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refuseRelease('DESIGN_STEP', { values: { step: running, reason: databaseText(error) } })
  }
}
