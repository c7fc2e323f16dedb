import { sql } from 'kysely'
import { isJsonObject, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { underReport } from '../../../documents/report-sql/transaction.ts'
import type { Db } from '../../../platform/store/database.ts'
import { type ReportRequest, selectRows } from '../../../reports/read.ts'

/** A table with more rows than this is large: reading all of it is worth a warning. */
const LARGE_TABLE = 100_000
/** Estimated costs of PostgreSQL up to which a query is light, and up to which it is moderate. */
const LIGHT_COST = 20_000
const MODERATE_COST = 400_000

/** A step of PostgreSQL's plan in words. */
export interface CostStep {
  text: string
  /** The step reads all rows of a large table. */
  isWarning: boolean
}

export interface ReportCost {
  weight: 'light' | 'moderate' | 'heavy'
  /** The estimated number of rows of the result. */
  rows: number
  steps: CostStep[]
}

const joins: ReadonlySet<string> = new Set(['Nested Loop', 'Hash Join', 'Merge Join'])
const indexScans: ReadonlySet<string> = new Set(['Index Scan', 'Index Only Scan', 'Bitmap Heap Scan'])
const otherSteps: Readonly<Record<string, string>> = {
  Sort: '排序',
  'Incremental Sort': '排序',
  Aggregate: '分组合计',
  GroupAggregate: '分组合计',
  WindowAgg: '开窗计算',
  Unique: '去掉重复',
  SetOp: '两段结果相减或求同',
  Append: '几段结果相接',
}

const countText = (count: number): string => Math.max(0, Math.round(count)).toLocaleString('zh-CN')

function findStep(node: JsonObject, titles: ReadonlyMap<string, string>, sizes: ReadonlyMap<string, number>) {
  const type = String(node['Node Type'] ?? '')
  const table = String(node['Relation Name'] ?? '')
  const rows = countText(Number(node['Plan Rows'] ?? 0))
  const title = titles.get(table) ?? table
  if (type === 'Seq Scan') {
    const size = sizes.get(table) ?? 0
    const text = `「${title}」从头读到尾，全表约 ${countText(size)} 行`
    if (size < LARGE_TABLE) return { text, isWarning: false }
    return { text: `${text}，数据多时会慢，请用有索引的列作条件`, isWarning: true }
  }
  if (indexScans.has(type)) return { text: `「${title}」按索引读，约 ${rows} 行`, isWarning: false }
  if (joins.has(type)) return { text: `关联，得到约 ${rows} 行`, isWarning: false }
  const word = otherSteps[type]
  return word === undefined ? null : { text: `${word}，约 ${rows} 行`, isWarning: false }
}

/** The plan of PostgreSQL for a query of a report with these values, in words; the query is not run. */
export async function readCost(
  db: Db,
  request: ReportRequest,
  titles: ReadonlyMap<string, string>,
): Promise<ReportCost> {
  return await underReport(db, async (trx) => {
    const { rows } = await sql<{
      'QUERY PLAN': unknown
    }>`explain (format json) ${selectRows(request.report.rows(request.values), request)}`.execute(trx)
    const answer = rows[0]?.['QUERY PLAN']
    const [first] = Array.isArray(answer) ? answer : []
    const plan = isJsonObject(first) && isJsonObject(first.Plan) ? first.Plan : {}
    const nodes = listNodes(plan)
    const tables = [...new Set(nodes.flatMap((node) => String(node['Relation Name'] ?? '') || []))]
    const { rows: counted } = await sql<{ name: string; size: number }>`
      select relname as name, greatest(reltuples, 0)::float8 as size from pg_class
      where oid = any(select to_regclass(x) from unnest(${tables}::text[]) as x)`.execute(trx)
    const sizes = new Map(counted.map(({ name, size }) => [name, size]))
    const steps = nodes.flatMap((node) => findStep(node, titles, sizes) ?? [])
    const cost = Number(plan['Total Cost'] ?? 0)
    const weight = cost <= LIGHT_COST ? 'light' : cost <= MODERATE_COST ? 'moderate' : 'heavy'
    return { weight, rows: Number(plan['Plan Rows'] ?? 0), steps: uniqueSteps(steps) }
  })
}

/** The nodes of a plan in the order in which PostgreSQL runs them. */
const listNodes = (plan: JsonObject): JsonObject[] => [
  ...listObjectEntries(plan.Plans).flatMap(([, inner]) => listNodes(inner)),
  plan,
]

const uniqueSteps = (steps: readonly CostStep[]): CostStep[] => [
  ...new Map(steps.map((step) => [step.text, step])).values(),
]
