import { sql } from 'kysely'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import { sameValue } from '#runtime/record/changes/delta.ts'
import type { Trx } from '../../platform/store/database.ts'
import { mayWrite } from '../body.ts'
import type { Caller } from '../caller.ts'
import type { Values } from '../read/record.ts'
import { toWire } from '../read/wire.ts'
import type { LinkedRow, OpenedFollowUp } from './follow-ups.ts'

/** A field of the target's rows that only the follow-up fills in, and the field of the source's rows that it copies. */
interface CopiedField {
  key: string
  from: string
  /** Undefined for a hidden field, which the form does not name. */
  title: string | undefined
}

/** The fields that the form does not let its user change; of those that the user may write at all. */
function listCopied({ followUp, sourceRows, targetRows }: OpenedFollowUp, caller: Caller): CopiedField[] {
  return targetRows.field.fields.flatMap((field) => {
    const { [field.key]: value } = followUp.rows.values ?? {}
    const from = typeof value === 'string' ? /^=(\w+)$/.exec(value)?.[1] : undefined
    const isFixed = field.type === 'hidden' || ('disabled' in field && field.disabled === true)
    if (from === undefined || !isFixed || !sourceRows.columns.has(from) || !mayWrite(field, caller.can))
      return []
    return [{ key: field.key, from, title: field.title }]
  })
}

/**
 * Rows whose copied values are not those of the row from which they are taken, such as other goods or another price. What a stored row
 * has already is not compared again.
 */
export async function listUnlikeSource(
  trx: Trx,
  entry: OpenedFollowUp,
  caller: Caller,
  before: readonly LinkedRow[],
  after: readonly LinkedRow[],
): Promise<Problem[]> {
  const copied = listCopied(entry, caller)
  if (copied.length === 0) return []
  const { sourceRows, source, followUp } = entry
  const { rows } = await sql<Values>`
    select * from ${sql.id(sourceRows.table)} where id = any(${after.map(({ id }) => id)}::text[])`.execute(
    trx,
  )
  const sources = new Map(rows.map((row) => [String(row.id), toWire(row, sourceRows.columns.values())]))
  const stored = new Map(before.map(({ row }) => [row.id, row]))
  return after.flatMap(({ at, id, row }): Problem[] => {
    const origin = sources.get(id)
    const former = stored.get(row.id)
    const unlike = copied.filter(
      ({ key, from }) =>
        origin && !sameValue(row[key], origin[from]) && !(former && sameValue(row[key], former[key])),
    )
    return unlike.map(({ key, title }) => ({
      path: pointer(followUp.rows.to, at, key),
      code: 'source',
      text: `${title === undefined ? '这一行' : `「${title}」`}和${source.screen.title}的那一行不同：请改回，或删去这一行`,
    }))
  })
}
