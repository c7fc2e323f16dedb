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
import { dimensionColumns, dimensionRow, sameDimensions, sentRows } from './ledger-sql.ts'
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
    for (const [dimensions, sum] of sums) {
      const draft = taken.find((entry) => dimensionKey(entry.dimensions) === dimensions)
      const balance = balances.get(dimensions)
      if (!draft || !balance || free.has(dimensions)) continue
      const present = balance.sums.get(key) ?? zero
      const change = sum.get(key) ?? zero
      if (present.plus(change).lt(minimum) && change.lt(0))
        await refuseShort(context, measure, draft, present, change)
      if (draft.date < (balance.latest ?? '')) await requireLaterDays(context, measure, draft)
    }
  }
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

async function refuseShort(
  context: Context,
  measure: LedgerMeasure,
  draft: DraftEntry,
  present: Big,
  change: Big,
): Promise<never> {
  const texts = await describeEntry(context, measure, draft)
  if (draft.reverses !== null) {
    const users = await nameUsers(context, measure, draft)
    if (users !== '') throw refuse('LEDGER_USED', { values: { ...texts, users } })
  }
  const values = { ...texts, present: String(toPlain(present)), needed: String(toPlain(change.abs())) }
  throw refuse('LEDGER_SHORT', { values, result: { source: draft.source, row: draft.sourceRow } })
}

/** Refuses an entry of an earlier day after which the balance of a later day is below the minimum. */
async function requireLaterDays(context: Context, measure: LedgerMeasure, draft: DraftEntry): Promise<void> {
  const { trx, ledger } = context
  const day = sql.id('e', ledger.made.entryDate.name)
  const value = sql.id('e', measure.entry.name)
  const { rows } = await sql<{ day: string; sum: string }>`
    select day, sum from (
      select to_char(${day}, 'YYYY-MM-DD') as day, sum(sum(${value})) over (order by ${day})::text as sum
      from ${sentRows(dimensionColumns(ledger), [dimensionRow(ledger, draft.dimensions)])}
        join ${sql.id(ledger.entries.table)} e on ${sameDimensions(ledger, 'e')}
      group by ${day}) s
    where day >= ${draft.date} and sum::numeric < ${measure.minimum ?? 0} order by day limit 1`.execute(trx)
  const [first] = rows
  if (!first) return
  const texts = await describeEntry(context, measure, draft)
  if (draft.reverses !== null) {
    const users = await nameUsers(context, measure, draft)
    if (users !== '') throw refuse('LEDGER_USED', { values: { ...texts, users } })
  }
  const present = String(toPlain(toBig(first.sum) ?? zero))
  throw refuse('LEDGER_SHORT_LATER', { values: { ...texts, day: first.day, present } })
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
    .filter((field) => field.title !== undefined && field.key in draft.values && !counted.has(field.key))
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
      and ${sql.id('e', made.reverses.name)} is null
      and not exists (select from ${sql.id(entries.table)} x where ${sql.id('x', made.reverses.name)} = e.id)
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
