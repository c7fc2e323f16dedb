import { type Big, roundTo, toBig } from '#runtime/kernel/decimal.ts'
import { isTrue } from '#runtime/kernel/expression/value.ts'
import { evaluate, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import { toText } from '#runtime/kernel/json.ts'
import { formatDate } from '#runtime/kernel/time.ts'
import { zero } from '#runtime/record/ledger/cost.ts'
import { getRows, headScope, keySet, type RecordEnv, rowScope } from '#runtime/record/scope.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { Posting } from '#runtime/schema/language/posting.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Values } from '../read/record.ts'
import type { Resource } from '../resource.ts'
import { computeValues } from '../then/computed-values.ts'
import type { Ledger } from './open-ledger.ts'

const refuse = defineRefusals({
  LEDGER_DIMENSION_BLANK: '「{field}」没有填，记不了「{ledger}」，请在{place}填上',
})

/**
 * How an entry has its amount: it is posted; or computed from the cost of what is there; or taken over from what the same row of the
 * record takes away elsewhere in the ledger.
 */
export type Costing = 'posted' | 'computed' | 'taken over'

/** An entry before it is stored. */
export interface DraftEntry {
  /** The values by the keys of the entries' fields, without the measures. */
  values: Values
  /** By the order of the ledger's dimensions, as the database stores them; blank ones are ''. */
  dimensions: readonly string[]
  /** By the keys of the measures, signed. */
  measures: Map<string, Big>
  /** How it has its amount. */
  costing: Costing
  date: string
  /** The record that posted it (`nameSource`); null for an opening entry. */
  source: string | null
  sourceRow: string | null
  reverses: string | null
  adjusts: string | null
  /** What the document says where there is not enough. */
  deny: string | undefined
}

/** The record as entries name it: `screen:id`. */
export const nameSource = (resource: Resource, id: unknown): string => `${resource.screen.id}:${String(id)}`

/** The screen and the id of the record that an entry names; blank for an opening entry. */
export function readSource(source: unknown): { screen: string; id: string } {
  const [screen = '', id = ''] = toText(source).split(/:(.*)/s)
  return { screen, id }
}

/** Dimensions as one text that no other dimensions have. */
export const dimensionKey = (dimensions: readonly string[]): string => JSON.stringify(dimensions)

/** What the entries add up to, by their dimensions and measures. */
export function sumEntries(
  entries: readonly Pick<DraftEntry, 'dimensions' | 'measures'>[],
): Map<string, Map<string, Big>> {
  const sums = new Map<string, Map<string, Big>>()
  for (const { dimensions, measures } of entries) {
    const key = dimensionKey(dimensions)
    const sum = sums.get(key) ?? new Map<string, Big>()
    for (const [measure, value] of measures) sum.set(measure, (sum.get(measure) ?? zero).plus(value))
    sums.set(key, sum)
  }
  return sums
}

/** The entries that a posting makes of a record, in the order of its rows; none of rows without quantities. */
export function draftEntries(
  ledger: Ledger,
  posting: Posting,
  resource: Resource,
  record: Values,
  env: RecordEnv,
): DraftEntry[] {
  const scope = headScope(record, env, keySet(resource.screen.fields, resource.types))
  const detail = resource.details.find(({ key }) => key === posting.each)
  const lines: { scope: Scope; row: Values | null; at: number }[] = detail
    ? getRows(record, detail.key).map((row, at) => ({
        scope: rowScope(row, keySet(detail.field.fields, resource.types), scope),
        row: row as Values,
        at,
      }))
    : [{ scope, row: null, at: 0 }]
  return lines.flatMap(({ scope: names, row, at }) => {
    if (posting.when !== undefined && !holds(posting.when, names)) return []
    const computed = computeValues(posting.values, ledger.entries.screen.fields, names)
    const measures = readMeasures(ledger, computed, posting.sign === 'minus')
    if (measures.size === 0) return []
    const place = row && detail ? `${getTitle(detail.field)}第 ${at + 1} 行` : '单据上'
    const date = toText(computed.entryDate).slice(0, 10) || formatDate(env.now)
    return [
      {
        values: computed,
        dimensions: readDimensions(ledger, computed, place),
        measures,
        costing: ledger.cost && posting.values[ledger.cost.amount.key] === undefined ? 'computed' : 'posted',
        date,
        source: nameSource(resource, record.id),
        sourceRow: row ? toText(row.id) : null,
        reverses: null,
        adjusts: null,
        deny: posting.deny,
      },
    ]
  })
}

function holds(expression: string, scope: Scope): boolean {
  const read = parseExpression(expression)
  if (!read.ok) throw new Error(`posting: ${read.text}`)
  const value = evaluate(read.value, scope)
  return value !== null && isTrue(value)
}

/** The measures that are not zero, rounded as they are stored. */
function readMeasures(ledger: Ledger, values: Values, isNegative: boolean): Map<string, Big> {
  const measures = new Map<string, Big>()
  for (const { key, scale } of ledger.measures) {
    const number = toBig(values[key])
    if (!number) continue
    const rounded = roundTo(isNegative ? number.times(-1) : number, scale)
    if (!rounded.eq(0)) measures.set(key, rounded)
  }
  return measures
}

/** The dimensions as they are stored; a blank one is refused where its field is required. */
function readDimensions(ledger: Ledger, values: Values, place: string): string[] {
  return ledger.dimensions.map(({ key, entry }) => {
    const stored = entry.toDb(values[key])
    if (stored !== null && stored !== '') return String(stored)
    const { field } = entry
    // A blank text is stored as ''; other columns have no such value.
    const isText = entry.type.type === 'varchar' || entry.type.type === 'text'
    if (!isText || field?.validateRules?.some(({ required }) => required)) {
      const texts = { field: field ? getTitle(field) : key, ledger: ledger.document.title, place }
      throw refuse('LEDGER_DIMENSION_BLANK', { values: texts })
    }
    return ''
  })
}
