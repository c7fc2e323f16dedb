import { sql } from 'kysely'
import { type Case, CaseRefused, noFacts } from '#runtime/record/workflow/case.ts'
import { isPending } from '#runtime/record/workflow/case-run.ts'
import { indexSteps } from '#runtime/record/workflow/steps.ts'
import { transition } from '#runtime/record/workflow/transition.ts'
import type { Trx } from '../../platform/store/database.ts'
import type { Sql } from '../query/condition.ts'
import { lockCase, logAction, type StoredCase, storeCase } from './case-store.ts'

export interface HandOver {
  from: string
  /** Who may have the tasks, in this order: a person who is asked already at a step is left out there. */
  candidates: readonly string[]
  /** The categories of the workflows, and single workflows; all where neither is named. */
  categories?: readonly string[]
  workflows?: readonly string[]
  /** The condition on the cases, called `c` (`caseTenant`). */
  within: Sql
  /** The person remains responsible. */
  isOwner?: boolean
  by: string
  action: string
  opinion?: string
}

/** Gives the tasks of a person that wait for a decision to others. Returns how many each of them has got. */
export async function handOverTasks(trx: Trx, change: HandOver): Promise<ReadonlyMap<string, number>> {
  const { from, categories = [], workflows = [], within } = change
  const { rows } = await sql<{ id: string }>`
    select c.id from sys_workflow_case c where c.status in ('running', 'suspended') and ${within}
      and (${categories.length + workflows.length === 0} or c.category = any(${categories}::text[])
        or c.workflow = any(${workflows}::text[]))
      and exists (select 1 from sys_workflow_task k where k.case_id = c.id and k.person = ${from} and k.kind = 'decide'
        and k.status in ('open', 'waiting'))
    order by c.id`.execute(trx)
  const counts = new Map<string, number>()
  for (const { id } of rows) {
    const stored = await lockCase(trx, id, within)
    for (const to of stored ? await handOverCase(trx, stored, change) : [])
      counts.set(to, (counts.get(to) ?? 0) + 1)
  }
  return counts
}

async function handOverCase(
  trx: Trx,
  stored: StoredCase,
  { from, candidates, isOwner, by, action, opinion }: HandOver,
): Promise<string[]> {
  const steps = indexSteps(stored.document)
  let state: Case = stored.state
  const receivers: string[] = []
  for (const task of stored.state.tasks) {
    if (task.person !== from || task.kind !== 'decide' || !isPending(task)) continue
    for (const to of candidates) {
      const owner = isOwner ? (task.owner ?? from) : undefined
      const next = tryAssign(stored, state, { task: task.id, to, by, ...(owner !== undefined && { owner }) })
      if (!next) continue
      state = next
      receivers.push(to)
      const step = steps.get(task.step)?.step.title ?? ''
      await logAction(trx, stored.id, { action, step, author: by, opinion, target: to })
      break
    }
  }
  if (receivers.length > 0)
    await storeCase(trx, stored, {
      next: state,
      dueAt: () => null,
      stepTitle: (key) => steps.get(key)?.step.title ?? key,
    })
  return receivers
}

/** The case with the task in other hands; null where that person is asked already. */
function tryAssign(
  { document }: StoredCase,
  state: Case,
  event: { task: number; to: string; by: string; owner?: string },
): Case | null {
  try {
    return transition(document, state, { type: 'assign', ...event }, noFacts).case
  } catch (error) {
    if (error instanceof CaseRefused) return null
    throw error
  }
}
