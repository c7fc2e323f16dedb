import type { Document } from '#runtime/schema/documents.ts'
import type { FieldValues } from '#runtime/schema/field-value.ts'
import type { Database, Db, Trx } from '../platform/store/database.ts'
import { withSchemaLock } from '../platform/store/migrate.ts'
import { limitTrial } from '../platform/store/trial-database.ts'
import { listTables } from './kinds/index.ts'
import { readTables } from './library/catalog.ts'
import { databaseText } from './plan/database-text.ts'
import { planSteps } from './plan/plan.ts'
import type { Step } from './plan/plan-step.ts'
import { runStep } from './plan/step-failure.ts'
import { mergeTables } from './sharing.ts'

export interface StepOutcome {
  step: Step
  /** Null when the step succeeded. */
  error: string | null
}

async function steps(db: Db, documents: readonly Document[], types: FieldValues): Promise<Step[]> {
  const neededTables = mergeTables(documents.flatMap((document) => listTables(document, types)))
  const actual = await readTables(
    db,
    neededTables.flatMap(({ name, renamedFrom }) => [
      name,
      ...(renamedFrom === undefined ? [] : [renamedFrom]),
    ]),
  )
  return planSteps(neededTables, actual)
}

/** The steps that `documents plan` shows. */
export const readPlan = (
  database: Database,
  documents: readonly Document[],
  types: FieldValues,
): Promise<Step[]> => withSchemaLock(database.owner, (db) => steps(db, documents, types))

/** An index or the partitions of a large table take long, and nobody can write into the table meanwhile. */
export const isQuick = ({ kind, blocks }: Step): boolean =>
  kind !== 'index' && (kind !== 'partition' || blocks)

/** Runs the additive steps one by one, whether or not others fail; the other steps are returned as waiting. */
export function applyAdditive(
  database: Database,
  documents: readonly Document[],
  types: FieldValues,
  isWanted: (step: Step) => boolean = () => true,
): Promise<{ done: StepOutcome[]; waiting: Step[] }> {
  return withSchemaLock(database.owner, async (db) => {
    const all = (await steps(db, documents, types)).filter(isWanted)
    const done: StepOutcome[] = []
    for (const step of all.filter((entry) => entry.additive)) done.push(await run(db, step))
    return { done, waiting: all.filter((step) => !step.additive) }
  })
}

/** The notification channel by which running servers learn that tables changed. */
export const tablesChannel = 'tables_changed'

interface ApplyOptions {
  /** Leaves steps out. */
  isWanted?: (step: Step) => boolean
  /** Work after the steps, in their transaction. */
  work?: (trx: Trx) => Promise<void>
}

/** Runs the steps in one transaction: all or nothing. */
export function applyAll(
  database: Database,
  documents: readonly Document[],
  types: FieldValues,
  onStep: (step: Step, rows: number | null, samples: readonly string[]) => void,
  { isWanted = () => true, work }: ApplyOptions = {},
): Promise<number> {
  return withSchemaLock(database.owner, async (db) => {
    const all = (await steps(db, documents, types)).filter(isWanted)
    await db.transaction().execute(async (trx) => {
      for (const step of all) {
        onStep(step, await countRows(trx, step), await readSamples(trx, step))
        await step.statement.execute(trx)
      }
      await database.notify(tablesChannel, '', trx)
      await work?.(trx)
    })
    return all.length
  })
}

/** Ends the transaction of a trial with what its work returned. */
class TrialEnd<T> extends Error {
  constructor(readonly result: T) {
    super()
  }
}

/**
 * Runs the quick steps of a load (`isForced`: those too that wait for a confirmation), then the work, and
 * undoes all of it. A step that fails rejects with a `StepFailure`.
 */
export function tryPlan<T>(
  database: Database,
  documents: readonly Document[],
  types: FieldValues,
  isForced: boolean,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return withSchemaLock(database.owner, async (db) => {
    const all = await steps(db, documents, types)
    try {
      return await db.transaction().execute(async (trx): Promise<never> => {
        await limitTrial(trx)
        const tried = all.filter((step) => isQuick(step) && step.blocks && (isForced || step.additive))
        for (const step of tried) await runStep(trx, step)
        throw new TrialEnd(await work(trx))
      })
    } catch (error) {
      if (error instanceof TrialEnd) return error.result
      throw error
    }
  })
}

export async function countRows(db: Db, step: Step): Promise<number | null> {
  if (!step.touches) return null
  const { rows } = await step.touches.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Some of the values that the step cuts or converts, before it runs. */
export async function readSamples(db: Db, { samples }: Step): Promise<string[]> {
  if (!samples) return []
  const { rows } = await samples.execute(db)
  return rows.map(({ value }) => value)
}

async function run(db: Db, step: Step): Promise<StepOutcome> {
  try {
    await step.statement.execute(db)
    return { step, error: null }
  } catch (error) {
    return { step, error: databaseText(error) }
  }
}
