import { sql } from 'kysely'
import { toBig } from '#runtime/kernel/decimal.ts'
import { isMet, parseExpression } from '#runtime/kernel/expression.ts'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import { headScope, keySet, type RecordEnv } from '#runtime/record/scope.ts'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { Trx } from '../../platform/store/database.ts'
import type { Caller } from '../caller.ts'
import { isLive } from '../query/list.ts'
import { readHeads, type Values, withAllDetails } from '../read/record.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import { badValues } from '../refuse.ts'
import { needColumn, type Resource } from '../resource.ts'
import { listUnlikeSource } from './copied-values.ts'
import {
  fromSource,
  type LinkedRow,
  listInto,
  listLinked,
  type OpenedFollowUp,
  readSourceRows,
} from './follow-ups.ts'

/** Locks the records of these rows in the order of their ids, before the counters of numbers, for which other saves wait. */
export async function lockSources(
  trx: Trx,
  { source, sourceRows }: OpenedFollowUp,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    select 1 from ${sql.id(source.table)} as t
    where ${needColumn(source.columns, sourceRows.ref).ref} in (
      select ${sql.ref(`d.${sourceRows.fk}`)} from ${sql.id(sourceRows.table)} as d where d.id = any(${ids}))
    order by t.id for update`.execute(trx)
}

/** Whether the condition of a follow-up holds for a record with its details. */
export function mayFollow(
  { followUp: { when }, source }: Pick<OpenedFollowUp, 'followUp' | 'source'>,
  record: Values,
  env: RecordEnv,
): boolean {
  if (when === undefined) return true
  const read = parseExpression(when)
  return (
    read.ok && isMet(read.value, headScope(record, env, keySet(source.screen.fields, source.types))) === true
  )
}

const listIds = (rows: readonly LinkedRow[]): string[] => [...new Set(rows.map(({ id }) => id))]

const getPath = ({ followUp: { rows } }: OpenedFollowUp, at: number): string =>
  pointer(rows.to, at, rows.quantity.to)

/**
 * Refuses rows that name a row which their user may not take: of another screen, hidden, removed, with other values than that row's in
 * fields that are only copied, or of a record that does not belong together with the others. The records of all named rows are locked; what is left of them is checked when the
 * transaction settles. Runs before anything is written.
 */
export async function requireTakeable(
  { trx, documents }: Pick<RecordTransaction, 'trx' | 'documents'>,
  resource: Resource,
  caller: Caller,
  before: Values | null,
  after: Values,
): Promise<void> {
  for (const entry of listInto(documents, resource)) {
    const present = listLinked(entry, before)
    const linked = listLinked(entry, after)
    await lockSources(trx, entry, listIds([...present, ...linked]))
    if (linked.length === 0) continue
    const former = new Set(listIds(present))
    const problems = [
      ...listNotPositive(entry, linked),
      ...(await listHidden(
        trx,
        entry,
        caller,
        linked.filter(({ id }) => !former.has(id)),
      )),
      ...(await listUnlikeSource(trx, entry, caller, present, linked)),
    ]
    if (problems.length > 0) throw badValues(problems)
    await requireAlike(trx, entry, linked)
  }
}

/** A negative quantity would give back what others have taken. */
function listNotPositive(entry: OpenedFollowUp, linked: readonly LinkedRow[]): Problem[] {
  const { quantity } = entry.followUp.rows
  const field = entry.targetRows.field.fields.find(({ key }) => key === quantity.to)
  return linked.flatMap(({ at, row }) =>
    toBig(row[quantity.to])?.gt(0)
      ? []
      : [
          {
            path: getPath(entry, at),
            code: 'quantity',
            text: `${field ? getTitle(field) : '数量'}要大于 0；不要的行请删去`,
          },
        ],
  )
}

async function listHidden(
  trx: Trx,
  entry: OpenedFollowUp,
  caller: Caller,
  linked: readonly LinkedRow[],
): Promise<Problem[]> {
  if (linked.length === 0) return []
  const { source, followUp } = entry
  const found = caller.can(codeOfAction(source.screen, followUp.code))
    ? await readSourceRows(trx, entry, listIds(linked), [...isLive(source), ...caller.rules(source)])
    : new Map()
  return linked
    .filter(({ id }) => !found.has(id))
    .map(({ at }) => ({
      path: getPath(entry, at),
      code: 'source',
      text: `这一行的来源不是您能下推的${source.screen.title}的行，或已被删除，请删去这一行`,
    }))
}

/** Refuses rows of several records, unless these have the same values as the follow-up says. */
async function requireAlike(trx: Trx, entry: OpenedFollowUp, linked: readonly LinkedRow[]): Promise<void> {
  const { source, followUp } = entry
  const { sameValues } = followUp
  const columns = (sameValues ?? ['id']).map((key) => needColumn(source.columns, key))
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from (
      select distinct ${sql.join(columns.map(({ ref }) => ref))} from ${fromSource(entry)}
      where d.id = any(${listIds(linked)})) as alike`.execute(trx)
  if ((rows[0]?.found ?? 0) <= 1) return
  throw badValues([{ path: pointer(followUp.rows.to), code: 'source', text: unlikeText(source, sameValues) }])
}

/** Why several records do not become one. */
export function unlikeText({ screen }: Resource, sameValues: readonly string[] | undefined): string {
  if (!sameValues) return `一次只能由一张${screen.title}下推，请分开做`
  const titles = sameValues.map((key) => {
    const field = screen.fields.find((entry) => entry.key === key)
    return (
      field?.title ??
      screen.fields.find(({ destFields }) => Array.isArray(destFields) && destFields.includes(key))?.title ??
      key
    )
  })
  return `${[...new Set(titles)].join('、')}不同的${screen.title}不能合在一张里，请分开做`
}

/** What was taken of the rows before a transaction settles. */
export interface Taken {
  entry: OpenedFollowUp
  record: Readonly<Record<string, unknown>>
  linked: readonly LinkedRow[]
  before: ReadonlyMap<string, { done: string }>
}

/** Reads what is taken of the rows that these changed records name, after their records are locked. */
export async function readTaken(
  trx: Trx,
  documents: RecordTransaction['documents'],
  changes: readonly { screen: string; after?: Readonly<Record<string, unknown>> }[],
): Promise<Taken[]> {
  const found: Taken[] = []
  for (const { screen, after } of changes) {
    const table = documents.screen(screen)?.document.table.name
    if (!after || table === undefined) continue
    for (const entry of listInto(documents, { table })) {
      const linked = listLinked(entry, after)
      if (linked.length === 0) continue
      const ids = listIds(linked)
      await lockSources(trx, entry, ids)
      found.push({ entry, record: after, linked, before: await readSourceRows(trx, entry, ids) })
    }
  }
  return found
}

/** Refuses records that have taken more than was left of a row, or from a record that nothing may follow any more. */
export async function checkTaken(trx: Trx, taken: readonly Taken[], env: RecordEnv): Promise<void> {
  for (const { entry, linked, before } of taken) {
    const rows = await readSourceRows(trx, entry, listIds(linked))
    const grown = linked.flatMap((link) => {
      const row = rows.get(link.id)
      const former = before.get(link.id)
      return row && toBig(row.done)?.gt(former?.done ?? 0) ? [{ ...link, source: row }] : []
    })
    if (grown.length === 0) continue
    const closed = await listUnready(trx, entry, [...new Set(grown.map(({ source }) => source.record))], env)
    const problems = grown.flatMap(({ at, row, id, source }): Problem[] => {
      const path = getPath(entry, at)
      if (!source.isLive || closed.has(source.record))
        return [
          {
            path,
            code: 'source',
            text: `来源的${entry.source.screen.title}${source.isLive ? '现在的状态' : '已删除，'}不能下推，请删去这一行`,
          },
        ]
      if (source.isClosed) return [{ path, code: 'source', text: '来源行已关闭，不能再下推，请删去这一行' }]
      const left = toBig(source.left)
      if (!left?.lt(0)) return []
      const { to } = entry.followUp.rows.quantity
      // Several rows may take from the same one.
      const isAlone = linked.filter((other) => other.id === id).length === 1
      const most = left.plus(toBig(row[to]) ?? 0)
      const text =
        isAlone && most.gt(0)
          ? `超过了还没有执行的数量，最多可以填 ${most.toString()}`
          : isAlone
            ? '来源行已经全部执行，请删去这一行'
            : `几行合起来超过了还没有执行的数量，多了 ${left.abs().toString()}`
      return [{ path, code: 'exceeded', text }]
    })
    if (problems.length > 0) throw badValues(problems)
  }
}

/** The ids of the records among these that do not meet the condition of the follow-up. */
async function listUnready(
  trx: Trx,
  entry: OpenedFollowUp,
  ids: readonly string[],
  env: RecordEnv,
): Promise<Set<string>> {
  const { source, followUp } = entry
  const unready = new Set<string>()
  if (followUp.when === undefined) return unready
  for (const record of await withAllDetails(trx, source, await readHeads(trx, source, ids, [])))
    if (!mayFollow(entry, record, env)) unready.add(String(record.id))
  return unready
}
