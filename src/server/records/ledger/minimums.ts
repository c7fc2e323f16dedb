import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { type Big, toBig, toPlain } from '#runtime/kernel/decimal.ts'
import { isOn } from '#runtime/kernel/expression/equality.ts'
import { zero } from '#runtime/record/ledger/cost.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { findNameKey } from '#runtime/schema/names/record-name.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Caller } from '../caller.ts'
import { fieldText } from '../read/record-texts.ts'
import { addTexts } from '../read/wire.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import { getResource, needColumn } from '../resource.ts'
import type { Balance } from './balances.ts'
import { type DraftEntry, dimensionKey, readSource } from './draft-entries.ts'
import {
  dimensionColumns,
  dimensionOrder,
  dimensionRow,
  dimensionTexts,
  isStanding,
  sameDimensions,
  sentRows,
} from './ledger-sql.ts'
import type { Ledger, LedgerMeasure } from './open-ledger.ts'

const refuse = defineRefusals({
  LEDGER_SHORT: '{deny}：{what}的{measure}现有 {present}，要减 {needed}，不能低于 {minimum}',
  LEDGER_SHORT_LATER: '{deny}：{what}的{measure}到 {day} 会是 {present}，不能低于 {minimum}',
  LEDGER_USED: '{what}的{measure}后来已被{users}用去，不能退回：请先退回那些单据',
})

/** Texts of an entry that a refusal shows. */
const MAX_TEXTS = 3
/** Records that a refusal names. */
const MAX_USERS = 3

type Texts = Awaited<ReturnType<typeof describeEntry>>
type Context = Pick<RecordTransaction, 'trx' | 'documents' | 'dictionaries'> & {
  ledger: Ledger
  caller: Caller
}

/**
 * Refuses a balance below its minimum: after the posting, and on each later day where an entry of an earlier day makes it so. `sums` were
 * added to the balances.
 */
export async function requireMinimums(
  context: Context,
  balances: ReadonlyMap<string, Balance>,
  drafts: readonly DraftEntry[],
  sums: ReadonlyMap<string, ReadonlyMap<string, Big>>,
): Promise<void> {
  for (const measure of context.ledger.measures) {
    const { key, minimum } = measure
    if (minimum === undefined) continue
    const taken = drafts.filter(({ measures }) => (measures.get(key) ?? zero).lt(0))
    if (taken.length === 0) continue
    const free = await findUnlimited(context, measure, taken)
    const late: DraftEntry[] = []
    for (const draft of earliest(taken)) {
      const dimensions = dimensionKey(draft.dimensions)
      const balance = balances.get(dimensions)
      if (!balance || free.has(dimensions)) continue
      const present = balance.sums.get(key) ?? zero
      const change = sums.get(dimensions)?.get(key) ?? zero
      if (present.plus(change).lt(minimum) && change.lt(0))
        await refuseShort(context, measure, draft, present, change)
      if (draft.date < (balance.latest ?? '')) late.push(draft)
    }
    await requireLaterDays(context, measure, late)
  }
}

/** Of the entries with the same dimensions the one of the earliest day. */
function earliest(drafts: readonly DraftEntry[]): Iterable<DraftEntry> {
  const found = new Map<string, DraftEntry>()
  for (const draft of drafts) {
    const key = dimensionKey(draft.dimensions)
    const other = found.get(key)
    if (!other || draft.date < other.date) found.set(key, draft)
  }
  return found.values()
}

/** The dimensions whose record has the switch on that lifts the minimum. */
async function findUnlimited(
  { trx, documents, ledger }: Context,
  { unless }: LedgerMeasure,
  drafts: readonly DraftEntry[],
): Promise<ReadonlySet<string>> {
  const entry = unless && documents.screen(unless.screen)
  const at = ledger.dimensions.findIndex(({ key }) => key === unless?.field)
  if (!unless || !entry || at < 0) return new Set()
  const resource = getResource(entry.document, entry.documentHash, fieldValues)
  const column = needColumn(resource.columns, unless.value)
  const flag = column.field && fieldValues.get(column.field.type)?.readsAs?.(column.field)
  if (flag?.is !== 'flag') return new Set()
  const values = [...new Set(drafts.map(({ dimensions }) => dimensions[at] ?? ''))]
  const name = sql.id('t', needColumn(resource.columns, unless.key ?? 'id').name)
  const { rows } = await sql<{ name: string; value: unknown }>`
    select ${name}::text as name, ${column.ref} as value from ${sql.id(resource.table)} t
    where ${name}::text = any(${values}::text[])`.execute(trx)
  const open = new Set(
    rows.flatMap((row) =>
      isOn(column.fromDb(row.value) as string | boolean | null, flag) ? [row.name] : [],
    ),
  )
  return new Set(
    drafts.flatMap(({ dimensions }) => (open.has(dimensions[at] ?? '') ? [dimensionKey(dimensions)] : [])),
  )
}

/** The refusal of a reversal of what others have used since; undefined where nobody has. */
async function refuseUsed(context: Context, measure: LedgerMeasure, draft: DraftEntry, texts: Texts) {
  const users = draft.reverses === null ? '' : await nameUsers(context, measure, draft)
  return users === '' ? undefined : refuse('LEDGER_USED', { values: { ...texts, users } })
}

async function refuseShort(
  context: Context,
  measure: LedgerMeasure,
  draft: DraftEntry,
  present: Big,
  change: Big,
): Promise<never> {
  const texts = await describeEntry(context, measure, draft)
  const used = await refuseUsed(context, measure, draft, texts)
  if (used) throw used
  const values = { ...texts, present: String(toPlain(present)), needed: String(toPlain(change.abs())) }
  throw refuse('LEDGER_SHORT', { values, result: { source: draft.source, row: draft.sourceRow } })
}

/** The day from which a balance is read; a name that no column of a document has. */
const fromDay = { name: 'from day', type: 'date' }

/** Refuses entries of earlier days after which a balance of a later day is below the minimum. */
async function requireLaterDays(
  context: Context,
  measure: LedgerMeasure,
  drafts: readonly DraftEntry[],
): Promise<void> {
  if (drafts.length === 0) return
  const { trx, ledger } = context
  const day = sql.id('e', ledger.made.entryDate.name)
  const from = sql.id('l', fromDay.name)
  const texts = dimensionTexts(ledger, 'l')
  const sent = drafts.map(({ dimensions, date }) => ({
    ...dimensionRow(ledger, dimensions),
    [fromDay.name]: date,
  }))
  const { rows } = await sql<{ dimensions: string[]; day: string; sum: string }>`
    select dimensions, to_char(day, 'YYYY-MM-DD') as day, sum::text as sum from (
      select ${texts} as dimensions, ${from} as start, ${day} as day,
        sum(sum(${sql.id('e', measure.entry.name)})) over (partition by ${texts} order by ${day}) as sum
      from ${sentRows([...dimensionColumns(ledger), fromDay], sent)}
        join ${sql.id(ledger.entries.table)} e on ${sameDimensions(ledger, 'e')}
      group by ${dimensionOrder(ledger, 'l')}, ${from}, ${day}) s
    where day >= start and sum < ${measure.minimum ?? 0} order by day limit 1`.execute(trx)
  const [first] = rows
  const draft =
    first && drafts.find(({ dimensions }) => dimensionKey(dimensions) === dimensionKey(first.dimensions))
  if (!draft) return
  const described = await describeEntry(context, measure, draft)
  const used = await refuseUsed(context, measure, draft, described)
  if (used) throw used
  const present = String(toPlain(toBig(first.sum) ?? zero))
  throw refuse('LEDGER_SHORT_LATER', { values: { ...described, day: first.day, present } })
}

/** The texts of an entry and of the measure, for a refusal. */
async function describeEntry(
  { trx, ledger, dictionaries }: Context,
  measure: LedgerMeasure,
  draft: DraftEntry,
) {
  const { screen, columns } = ledger.entries
  const values = { ...draft.values }
  // Over the connection of the transaction.
  await addTexts([values], columns.values(), { texts: (wanted) => dictionaries.texts(wanted, trx) })
  const counted = new Set(ledger.measures.map(({ key }) => key))
  const texts = screen.fields
    .filter(
      (field) =>
        field.type !== 'hidden' &&
        field.title !== undefined &&
        field.key in draft.values &&
        !counted.has(field.key),
    )
    .map((field) => fieldText(field, values))
    .filter((text) => text !== '')
  return {
    deny: draft.deny ?? `${ledger.document.title}不足`,
    what: `「${texts.slice(0, MAX_TEXTS).join(' ')}」`,
    measure: measure.entry.field ? getTitle(measure.entry.field) : measure.key,
    minimum: String(measure.minimum ?? 0),
  }
}

/** The records that took from the balance after an entry, by their names where the user may read them. */
async function nameUsers(
  { trx, documents, ledger, caller }: Context,
  measure: LedgerMeasure,
  draft: DraftEntry,
) {
  const { made, entries } = ledger
  const [day, source] = [sql.id('e', made.entryDate.name), sql.id('e', made.source.name)]
  const { rows } = await sql<{ source: string }>`
    select ${source} as source
    from ${sentRows(dimensionColumns(ledger), [dimensionRow(ledger, draft.dimensions)])}
      join ${sql.id(entries.table)} e on ${sameDimensions(ledger, 'e')}
    where ${sql.id('e', measure.entry.name)} < 0 and ${source} <> ${draft.source} and ${day} >= ${draft.date}::date
      and ${isStanding(ledger, 'e')}
    group by 1 order by max(e.id) desc limit ${MAX_USERS}`.execute(trx)
  const names: string[] = []
  for (const row of rows) {
    const { screen, id } = readSource(row.source)
    const entry = documents.screen(screen)
    if (!entry) continue
    const resource = getResource(entry.document, entry.documentHash, fieldValues)
    const key = findNameKey(resource.screen, fieldValues)
    const name = key === undefined ? undefined : resource.columns.get(key)
    const isOpen = caller.can(`${resource.perm}:list`)
    const where = [sql`t.id = ${id}`, ...caller.rules(resource)]
    const found =
      isOpen && name
        ? await sql<{ name: unknown }>`
            select ${name.ref} as name from ${sql.id(resource.table)} t where ${sql.join(where, sql` and `)}`.execute(
            trx,
          )
        : { rows: [] }
    const text = name ? String(name.fromDb(found.rows[0]?.name) ?? '') : ''
    names.push(text === '' ? `一张${resource.screen.title}` : `${resource.screen.title}「${text}」`)
  }
  return [...new Set(names)].join('、')
}
