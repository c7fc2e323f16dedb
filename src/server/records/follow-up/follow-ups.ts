import { sql } from 'kysely'
import { parseExpression } from '#runtime/kernel/expression.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { getRows } from '#runtime/record/scope.ts'
import type { FollowUp } from '#runtime/schema/kinds/screen/follow-ups/shape.ts'
import { followUpKeys } from '#runtime/schema/names/follow-up-fields.ts'
import type { Db } from '../../platform/store/database.ts'
import { compileWhere } from '../access/row-rules.ts'
import { and, type Sql } from '../query/condition.ts'
import { isLive } from '../query/list.ts'
import { type DetailResource, listAliased, needColumn, type Resource } from '../resource.ts'
import { type SearchedDocuments, searchScreens } from '../screen-search.ts'

/** A follow-up with its two screens and their detail tables. */
export interface OpenedFollowUp {
  followUp: FollowUp
  source: Resource
  /** The rows of the source that are taken. */
  sourceRows: DetailResource
  target: Resource
  /** The rows of the target that remember them. */
  targetRows: DetailResource
}

/** The follow-ups of all screens. */
export const listFollowUps = searchScreens((source, openScreen): OpenedFollowUp[] =>
  (source.screen.followUps ?? []).flatMap((followUp) => {
    const target = openScreen(followUp.screen)
    const sourceRows = source.details.find(({ key }) => key === followUp.rows.from)
    const targetRows = target?.details.find(({ key }) => key === followUp.rows.to)
    return target && sourceRows && targetRows ? [{ followUp, source, sourceRows, target, targetRows }] : []
  }),
)

/** The follow-ups that make records of the table of a screen. */
export const listInto = (
  documents: SearchedDocuments,
  { table }: Pick<Resource, 'table'>,
): OpenedFollowUp[] => listFollowUps(documents).filter(({ target }) => target.table === table)

/** The follow-ups that take rows of the records of the table of a screen. */
export const listFrom = (
  documents: SearchedDocuments,
  { table }: Pick<Resource, 'table'>,
): OpenedFollowUp[] => listFollowUps(documents).filter(({ source }) => source.table === table)

/**
 * The fields in which rows of a screen keep from which row they are taken, or that nothing more is taken of them; none where records of
 * the screen neither follow from others nor others from them.
 */
export const listChainPlaces = (
  documents: SearchedDocuments,
  resource: Pick<Resource, 'table'>,
): string[] => [
  ...listInto(documents, resource).map(({ followUp: { rows } }) => pointer(rows.to, rows.link)),
  ...listFrom(documents, resource).map(({ followUp: { rows, code } }) =>
    pointer(rows.from, followUpKeys(code).closed),
  ),
]

/** A row that remembers the row from which it is taken. */
export interface LinkedRow {
  /** Its position in its record. */
  at: number
  row: Readonly<Record<string, unknown>>
  /** The id of the row from which it is taken. */
  id: string
}

export const listLinked = (
  { followUp: { rows } }: OpenedFollowUp,
  record: Readonly<Record<string, unknown>> | null | undefined,
): LinkedRow[] =>
  getRows(record ?? {}, rows.to).flatMap((row, at) => {
    const id = row[rows.link]
    return typeof id === 'string' && id !== '' ? [{ at, row, id }] : []
  })

const joined = ({ table, columns }: Pick<Resource, 'table' | 'columns'>, detail: DetailResource): Sql =>
  sql`${sql.id(detail.table)} as d join ${sql.id(table)} as t
    on ${sql.ref(`d.${detail.fk}`)} = ${sql.ref(`t.${needColumn(columns, detail.ref).name}`)}`

/** The rows of the source as `d` with their heads as `t`. */
export const fromSource = ({ source, sourceRows }: OpenedFollowUp): Sql => joined(source, sourceRows)

/** The rows of the target as `d` with their heads as `t`. */
export const fromTarget = ({ target, targetRows }: OpenedFollowUp): Sql => joined(target, targetRows)

/** Whether the row `d` of the target counts: its record is neither removed nor left out by the condition of the follow-up. */
export function countsAsTaken({ followUp, target, targetRows }: OpenedFollowUp): Sql {
  const { where } = followUp.rows
  const read = parseExpression(where ?? 'true')
  const columns = new Map([
    ...listAliased(targetRows.columns, 'd'),
    ...listAliased(target.columns, 't', 'form.'),
  ])
  return and([
    ...isLive(target),
    ...(read.ok && where !== undefined ? [compileWhere(read.value.node, columns)] : []),
  ])
}

/** What is taken of a row of the source. Amounts are texts of decimals. */
export interface SourceRow {
  id: string
  /** The id of its record. */
  record: string
  /** How much was taken when the roll-up was written last. */
  done: string
  /** How much may be taken more; negative: too much is taken. */
  left: string
  isClosed: boolean
  /** The record is not removed. */
  isLive: boolean
}

/** Rows of the source by their ids, those of removed records included; `rules` hide others. */
export async function readSourceRows(
  db: Db,
  entry: OpenedFollowUp,
  ids: readonly string[],
  rules: readonly Sql[] = [],
): Promise<Map<string, SourceRow>> {
  if (ids.length === 0) return new Map()
  const { followUp, source, sourceRows } = entry
  const { quantity } = followUp.rows
  const keys = followUpKeys(followUp.code)
  const column = (key: string) => sql.ref(`d.${needColumn(sourceRows.columns, key).name}`)
  const done = sql`coalesce(${column(keys.done)}, 0)`
  const most = sql`coalesce(${column(quantity.from)}, 0) * (1 + ${quantity.tolerance ?? 0}::numeric / 100)`
  const { rows } = await sql<SourceRow>`
    select d.id, t.id as record, ${done}::text as done, (${most} - ${done})::text as left,
      coalesce(${column(keys.closed)}, 'N') = 'Y' as "isClosed", (${and(isLive(source))}) as "isLive"
    from ${fromSource(entry)} where ${and([sql`d.id = any(${ids})`, ...rules])}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
