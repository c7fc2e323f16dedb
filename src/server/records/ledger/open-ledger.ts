import { fieldValues } from '#runtime/fields/values.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { LedgerDocument } from '#runtime/schema/kinds/ledger/shape.ts'
import type { DocumentRegistry } from '../../documents/library/registry.ts'
import type { Column } from '../../documents/plan/column.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { getResource, needColumn, type Resource } from '../resource.ts'

const refuse = defineRefusals({
  LEDGER_MISSING: '要记的账「{ledger}」现在用不了，没有保存，请联系管理员检查它和它的两个界面',
})

/** A dimension or a measure: its columns in the entries and in the balance. */
export interface LedgerColumn {
  key: string
  entry: Column
  balance: Column
  /** A dimension of the breakdown: entries from before it was one have null, which counts as blank. */
  isFiner?: boolean
}

export interface LedgerMeasure extends LedgerColumn {
  /** Decimals of its stored values. */
  scale: number
  minimum: number | undefined
  unless: LedgerDocument['measures'][number]['unless']
}

/** The fields that a ledger makes for its entries (`withEntryFields`). */
const madeKeys = ['entryDate', 'source', 'sourceRow', 'reverses', 'adjusts', 'costed'] as const

/** A ledger prepared for postings. */
export interface Ledger {
  document: LedgerDocument
  entries: Resource
  balance: Resource
  dimensions: readonly LedgerColumn[]
  measures: readonly LedgerMeasure[]
  /** The columns of the entries that the ledger writes itself. */
  made: Readonly<Record<(typeof madeKeys)[number], Column>>
  /** The measures by which costs are computed. */
  cost: { method: 'average' | 'fifo'; quantity: LedgerMeasure; amount: LedgerMeasure } | null
  breakdown: Breakdown | null
}

/** Balances of finer dimensions, which have neither minimums nor costs. */
export interface Breakdown {
  /** The same entries with the finer dimensions behind those of the ledger. */
  ledger: Ledger
  /** The column with the id of the balance that a row is a part of. */
  balance: Column
  /** The columns of the days of the latest increase and decrease of the first measure. */
  days: readonly { column: Column; isIncrease: boolean }[]
}

/** Decimals of a measure whose field has none. */
const DEFAULT_SCALE = 2

function findScreen(documents: DocumentRegistry, id: string): Resource | undefined {
  const entry = documents.screen(id)
  return entry && getResource(entry.document, entry.documentHash, fieldValues)
}

/** The served ledger of an id; refused where it or one of its screens is not served. */
export function openLedger(documents: DocumentRegistry, id: string): Ledger {
  const ledger = findLedger(documents, documents.entry(id)?.document)
  if (!ledger) throw refuse('LEDGER_MISSING', { values: { ledger: id } })
  return ledger
}

/** All served ledgers whose screens are served, in the order of their ids. */
export const listLedgers = (documents: DocumentRegistry): Ledger[] =>
  documents
    .entries()
    .flatMap(({ document }) => findLedger(documents, document) ?? [])
    .sort((a, b) => (a.document.id < b.document.id ? -1 : 1))

function findLedger(documents: DocumentRegistry, entry: Document | undefined): Ledger | undefined {
  const document = asDocumentWith(entry, 'keepsBalances')
  if (!document) return undefined
  const [entries, balance] = [
    findScreen(documents, document.entries),
    findScreen(documents, document.balance),
  ]
  if (!entries || !balance) return undefined
  const columnAt = (key: string): LedgerColumn => ({
    key,
    entry: needColumn(entries.columns, key),
    balance: needColumn(balance.columns, key),
  })
  const measures = document.measures.map(({ key, minimum, unless }): LedgerMeasure => {
    const column = columnAt(key)
    const { field } = column.entry
    const scale = (field && 'scale' in field ? field.scale : undefined) ?? DEFAULT_SCALE
    return { ...column, scale, minimum, unless }
  })
  const findMeasure = (key: string) => measures.find((measure) => measure.key === key)
  const { cost } = document
  const [quantity, amount] = [findMeasure(cost?.quantity ?? ''), findMeasure(cost?.amount ?? '')]
  const ledger: Ledger = {
    document,
    entries,
    balance,
    dimensions: document.dimensions.map(columnAt),
    measures,
    made: Object.fromEntries(
      madeKeys.map((key) => [key, needColumn(entries.columns, key)]),
    ) as unknown as Ledger['made'],
    cost: cost && quantity && amount ? { method: cost.method, quantity, amount } : null,
    breakdown: null,
  }
  if (!document.breakdown) return ledger
  const screen = findScreen(documents, document.breakdown.screen)
  return screen && { ...ledger, breakdown: openBreakdown(ledger, document.breakdown, screen) }
}

function openBreakdown(
  ledger: Ledger,
  { dimensions, measures, balance, lastIn, lastOut }: NonNullable<LedgerDocument['breakdown']>,
  screen: Resource,
): Breakdown {
  const columnAt = (key: string) => needColumn(screen.columns, key)
  const days = [
    { key: lastIn, isIncrease: true },
    { key: lastOut, isIncrease: false },
  ]
  return {
    ledger: {
      ...ledger,
      balance: screen,
      dimensions: [
        ...ledger.dimensions.map((dimension) => ({ ...dimension, balance: columnAt(dimension.key) })),
        ...dimensions.map((key) => ({
          ...{ key, entry: needColumn(ledger.entries.columns, key), balance: columnAt(key), isFiner: true },
        })),
      ],
      measures: ledger.measures.flatMap((measure) =>
        measures.includes(measure.key) ? [{ ...measure, balance: columnAt(measure.key) }] : [],
      ),
      cost: null,
    },
    balance: columnAt(balance),
    days: days.flatMap(({ key, isIncrease }) =>
      key === undefined ? [] : [{ column: columnAt(key), isIncrease }],
    ),
  }
}
