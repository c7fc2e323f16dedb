import type { Db } from '#server/platform/store/database.ts'
import type { Statement } from '../../unit/server/statements.ts'
import { median } from './budget.ts'

const ROUNDS = 9

/** Milliseconds that the database plans and executes the statements, without the way to it; the median of some rounds. */
export async function databaseTime(db: Db, statements: readonly Statement[]): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    let sum = 0
    for (const { text, values } of statements) {
      // A statement that asks for a plan is planned only.
      const isPlan = /^\s*explain/.test(text)
      const explained = await db.executeQuery({
        sql: `explain (${isPlan ? 'summary' : 'analyze'}, format json) ${text.replace(/^\s*explain.*?\) /, '')}`,
        parameters: values,
        query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
        queryId: { queryId: 'bench' },
      } as never)
      const [plan] = Object.values(
        explained.rows[0] as Record<string, [{ 'Execution Time': number; 'Planning Time': number }]>,
      )
      sum += (plan?.[0]['Execution Time'] ?? 0) + (plan?.[0]['Planning Time'] ?? 0)
    }
    times.push(sum)
  }
  return median(times)
}
