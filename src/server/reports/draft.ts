import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { isSafeKey, toSnake } from '#runtime/kernel/names.ts'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import { reportColumns } from '#runtime/schema/report-columns.ts'
import { judgeSql, type SqlCheck } from '../documents/report-sql/gate/check.ts'
import { readSql, type SqlText } from '../documents/report-sql/sql-text.ts'
import { underReport } from '../documents/report-sql/transaction.ts'
import { defineRefusals } from '../platform/http/refusals.ts'
import type { ReadServices } from '../records/services.ts'

const refuse = defineRefusals({
  REPORT_SQL_REFUSED: '解析失败：{problem}',
  REPORT_SQL_FAILED: '解析失败：{problem}',
  REPORT_SQL_NO_COLUMNS: '解析失败：SELECT 的列都没有可用的名称，请写 AS',
})

/** The initial parts of a report's document. */
export interface Draft {
  tables: string[]
  fields: JsonObject[]
  params: JsonObject[]
}

export type Readable = ReadonlyMap<string, ReadonlyMap<string, JsonObject | null>>

const copiedKeys = ['title', 'type', 'dictCode', 'options', 'valueType', 'scale', 'multi', 'tag'] as const
/** Types for selecting in a form; a report shows only the selected value. */
const plain: Readonly<Record<string, string>> = { popup: 'input', textarea: 'input', input_pop: 'input' }

const fieldType: Readonly<Record<string, string>> = {
  date: 'date',
  'timestamp without time zone': 'datetime',
  'timestamp with time zone': 'datetime',
  'time without time zone': 'time',
  ...Object.fromEntries(
    ['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision'].map((word) => [
      word,
      'inputNumber',
    ]),
  ),
}

/** A key equals its column when it has no capitals. A column whose name cannot be a key is left out. */
const isKey = (name: string): boolean => isSafeKey(name) && toSnake(name) === name

const like = (field: JsonObject | null | undefined, key: string): JsonObject => {
  const copied = Object.fromEntries(
    copiedKeys.flatMap((word) => (field?.[word] === undefined ? [] : [[word, field[word]]])),
  )
  const type = typeof copied.type === 'string' ? (plain[copied.type] ?? copied.type) : 'input'
  return { key, title: key, ...copied, type }
}

export function checkSql(text: string, readable: Readable): { read: SqlText; verdict: SqlCheck } {
  const read = readSql(text)
  const why = read.ok ? null : read.text
  const verdict = read.ok ? judgeSql(read.value, (name) => readable.get(name)?.keys()) : null
  const refusal = why ?? verdict?.refusals[0]
  if (refusal !== undefined || !read.ok || !verdict)
    throw refuse('REPORT_SQL_REFUSED', { values: { problem: String(refusal) } })
  return { read: read.value, verdict }
}

/** Fields and parameters of a statement; `types` are PostgreSQL's type names of the columns, when they were queried. */
export function draftOf(
  { read, verdict }: ReturnType<typeof checkSql>,
  readable: Readable,
  types?: Readonly<Record<string, string>>,
): Draft {
  const originOf = (origin: { table: string; column: string } | null | undefined) =>
    origin ? readable.get(origin.table)?.get(origin.column) : null
  return {
    tables: [...verdict.tables],
    fields: [...verdict.columns]
      .filter(([name]) => isKey(name))
      .map(([name, { origin }]) => {
        const field = like(originOf(origin), name)
        if (originOf(origin)) return field
        const word = types ? types[name] : verdict.numbers.has(name) ? 'numeric' : undefined
        return { ...field, type: fieldType[word ?? ''] ?? 'input' }
      }),
    params: read.names.map((name) => like(originOf(verdict.compared.get(name)), name)),
  }
}

/** The columns that the documents in force have, by table. */
export const readableOf = ({ documents }: Pick<ReadServices, 'documents'>): Readable =>
  new Map(
    documents
      .entries()
      .flatMap(({ document }) => ofKind(document, 'screen') ?? [])
      .flatMap((screen) => reportColumns({ ...screen })),
  )

/** A draft with the types that PostgreSQL reports; no rows are read. */
export async function draftReport(
  services: Pick<ReadServices, 'db' | 'documents'>,
  text: string,
): Promise<Draft> {
  const readable = readableOf(services)
  const checked = checkSql(text, readable)
  const names = [...checked.verdict.columns.keys()].filter(isKey)
  const pieces = checked.read.pieces.map((piece) =>
    typeof piece === 'string' ? sql.raw(piece) : sql`${null}`,
  )
  const types = names.map((name) => sql`pg_typeof(s.${sql.id(name)})::text as ${sql.id(name)}`)
  if (types.length === 0) throw refuse('REPORT_SQL_NO_COLUMNS')
  try {
    const { rows } = await underReport(services.db.report, (trx) =>
      sql<Record<string, string>>`
        select ${sql.join(types)} from (select 1 as one) as o
        left join (${sql.join(pieces, sql``)}${sql.raw('\n')}) as s on false`.execute(trx),
    )
    return draftOf(checked, readable, rows[0])
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw refuse('REPORT_SQL_FAILED', { values: { problem: why }, cause: error })
  }
}
