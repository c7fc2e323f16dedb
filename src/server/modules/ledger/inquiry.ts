import { type RawBuilder, sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { formatNumber } from '#runtime/kernel/decimal.ts'
import type { BalancePage, EntryPage, LedgerColumnTitle } from '#runtime/record/ledger/answers.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { Field } from '#runtime/schema/types.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { Caller } from '../../records/caller.ts'
import { readSource } from '../../records/ledger/draft-entries.ts'
import { sameDimensions } from '../../records/ledger/ledger-sql.ts'
import { sumsUntil } from '../../records/ledger/month-sums.ts'
import type { Ledger, LedgerMeasure } from '../../records/ledger/open-ledger.ts'
import { and } from '../../records/query/condition.ts'
import { readHead, type Values, visibleTo } from '../../records/read/record.ts'
import { recordLinks } from '../../records/read/record-links.ts'
import { fieldText } from '../../records/read/record-texts.ts'
import { addTexts, toWire } from '../../records/read/wire.ts'
import { notFound } from '../../records/refuse.ts'
import { isReadable, type Resource } from '../../records/resource.ts'
import type { LedgerServices } from './begin.ts'

interface Page {
  pageNo: number
  pageSize: number
}

/** The measures whose values the caller may read in a screen of the ledger. */
const readableMeasures = (ledger: Ledger, caller: Caller): LedgerMeasure[] =>
  ledger.measures.filter(
    ({ balance, entry }) => isReadable(balance.field, caller.can) && isReadable(entry.field, caller.can),
  )

/** The titled fields of a screen that are no measures and that the caller may read. */
const describedFields = ({ screen }: Resource, ledger: Ledger, caller: Caller) => {
  const counted = new Set(ledger.measures.map(({ key }) => key))
  return screen.fields.filter(
    (field) =>
      field.title !== undefined &&
      !counted.has(field.key) &&
      field.type !== 'hidden' &&
      isReadable(field, caller.can),
  )
}

const measureTitle = ({ field, key }: Column): LedgerColumnTitle => ({
  key,
  title: field ? getTitle(field) : key,
  isNumber: true,
  isMeasure: true,
})

const fieldTitle = (field: Field): LedgerColumnTitle => ({
  key: field.key,
  title: getTitle(field),
  isNumber: fieldValues.get(field.type)?.dataType === 'number',
  isMeasure: false,
})

/** The texts of rows as lists show them, by the keys of the fields. */
async function readTexts(
  { dictionaries }: LedgerServices,
  resource: Resource,
  ledger: Ledger,
  caller: Caller,
  rows: readonly Values[],
): Promise<Record<string, string>[]> {
  const values = rows.map((row) => visibleTo(resource, toWire(row, resource.columns.values()), caller.can))
  await addTexts(values, resource.columns.values(), dictionaries)
  const fields = describedFields(resource, ledger, caller)
  return values.map((record) =>
    Object.fromEntries(fields.map((field) => [field.key, fieldText(field, record)])),
  )
}

const numberTexts = (measures: readonly LedgerMeasure[], texts: readonly unknown[]): Record<string, string> =>
  Object.fromEntries(measures.map(({ key, scale }, at) => [key, formatNumber(texts[at], scale)]))

/** The balances that were not zero at the end of a day, of those that the caller may list. */
export async function readBalances(
  services: LedgerServices,
  ledger: Ledger,
  caller: Caller,
  day: string,
  { pageNo, pageSize }: Page,
): Promise<BalancePage> {
  const { balance, dimensions } = ledger
  const measures = readableMeasures(ledger, caller)
  const { from, sum } = sumsUntil(ledger, day)
  const isKept = sql`(${sql.join(
    ledger.measures.map((measure) => sql`${sum(measure)} <> 0`),
    sql` or `,
  )})`
  const order = sql.join(dimensions.map(({ balance: column }) => sql.id('t', column.name)))
  // Only the rows of the page are read whole, and one more row says whether further ones follow.
  const { rows: found } = await sql<Values & { sums: string[] }>`
    select t.*, n.sums from (
      select t.id, jsonb_build_array(${sql.join(measures.map((measure) => sql`(${sum(measure)})::text`))}) as sums
      from ${sql.id(balance.table)} t ${from}
      where ${and([isKept, ...caller.rules(balance)])}
      order by ${order} limit ${pageSize + 1} offset ${(pageNo - 1) * pageSize}) n
    join ${sql.id(balance.table)} t on t.id = n.id order by ${order}`.execute(services.db.app)
  const rows = found.slice(0, pageSize)
  const texts = await readTexts(services, balance, ledger, caller, rows)
  return {
    day,
    columns: [
      ...describedFields(balance, ledger, caller).map(fieldTitle),
      ...measures.map((measure) => measureTitle(measure.balance)),
    ],
    rows: rows.map((row, at) => ({
      id: String(row.id),
      texts: { ...texts[at], ...numberTexts(measures, row.sums) },
    })),
    hasMore: found.length > pageSize,
  }
}

/** The entries of a balance that the caller may list, the latest first, each with the balance after it. */
export async function readEntries(
  services: LedgerServices,
  ledger: Ledger,
  caller: Caller,
  balanceId: string,
  { pageNo, pageSize }: Page,
): Promise<EntryPage> {
  const { balance, entries, dimensions, made } = ledger
  const head = await readHead(services.db.app, balance, balanceId, caller.rules(balance))
  if (!head) throw notFound()
  const measures = readableMeasures(ledger, caller)
  const day = sql.id('t', made.entryDate.name)
  const order = sql`${day}, t.id`
  const running: RawBuilder<unknown>[] = measures.map(
    ({ entry }) => sql`(sum(coalesce(${sql.id('t', entry.name)}, 0)) over (order by ${order}))::text`,
  )
  const amounts = measures.map(({ entry }) => sql`coalesce(${sql.id('t', entry.name)}, 0)::text`)
  const { rows: found } = await sql<Values & { sums: string[]; amounts: string[]; day: string }>`
    select t.*, to_char(${day}, 'YYYY-MM-DD') as day, jsonb_build_array(${sql.join(running)}) as sums,
      jsonb_build_array(${sql.join(amounts)}) as amounts
    from ${sql.id(balance.table)} l
    join ${sql.id(entries.table)} t on ${sameDimensions(ledger, 't')}
    where l.id = ${balanceId} and ${and([sql`true`, ...caller.rules(entries)])}
    order by ${day} desc, t.id desc limit ${pageSize + 1} offset ${(pageNo - 1) * pageSize}`.execute(
    services.db.app,
  )
  const rows = found.slice(0, pageSize)
  const dimensionKeys = new Set(dimensions.map(({ key }) => key))
  const texts = await readTexts(services, entries, ledger, caller, rows)
  const places = rows.map((row) => {
    const { screen, id } = readSource(row[made.source.name])
    return { table: services.documents.screen(screen)?.document.table.name ?? '', id }
  })
  const findLink = await recordLinks(services, caller, places)
  return {
    columns: [
      ...describedFields(entries, ledger, caller)
        .filter(({ key }) => !dimensionKeys.has(key) && !(key in made) && !balance.columns.has(key))
        .map(fieldTitle),
      ...measures.map((measure) => measureTitle(measure.entry)),
    ],
    rows: rows.map((row, at): EntryPage['rows'][number] => {
      const place = places[at]
      const isMarked = (key: 'reverses' | 'adjusts') => row[made[key].name] !== null
      return {
        id: String(row.id),
        day: row.day,
        source: (place && findLink(place)) ?? null,
        kind: isMarked('reverses')
          ? 'reversal'
          : isMarked('adjusts')
            ? 'adjustment'
            : row[made.source.name] === null
              ? 'opening'
              : 'posted',
        texts: { ...texts[at], ...numberTexts(measures, row.amounts) },
        running: numberTexts(measures, row.sums),
      }
    }),
    hasMore: found.length > pageSize,
  }
}
