import { appError } from '#runtime/kernel/errors.ts'
import {
  type BlockRequest,
  blockRequest,
  listKeys,
  type SourcedBlock,
} from '#runtime/record/panel/block-request.ts'
import type { Records } from '#runtime/record/panel/records.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { BlockPermit } from '#runtime/schema/kinds/panel/blocks/block-plan.ts'
import { countKey, isDateKey } from '#runtime/schema/kinds/panel/blocks/group-params.ts'
import { findBlockPlan } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import type { PanelBlock, PanelDocument, PanelSource } from '#runtime/schema/kinds/panel/shape.ts'
import type { Field, ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'
import type { CompileEnv } from '../compile-env.ts'
import { pageHref } from '../list/url.ts'
import { readColumns } from '../list.ts'
import type { Column } from '../plan.ts'
import { reportUrl } from '../report/report.ts'
import { isObject, valueAtPath } from '../value-at-path.ts'

/** The permissions of the user for blocks: documents of the index. */
export interface PanelEnv extends Pick<CompileEnv, 'can'> {
  documents: readonly { id: string; kind: string; code?: string }[]
  user: Readonly<Record<string, unknown>>
  /** The values of the filters of the panel. */
  params: Readonly<Record<string, unknown>>
}

/** A card of the panel: its lines are stacked, each a block or several numbers side by side. */
export interface PanelCard {
  key: string
  span: number
  /** In the side column. */
  isAside: boolean
  /** The tab that contains it; absent: it is above the tabs. */
  tab?: string
  lines: readonly (readonly PanelBlock[])[]
}

/** The document of a source that has one. */
export function findDocument(
  source: PanelSource,
  { documents }: Pick<PanelEnv, 'documents'>,
): string | undefined {
  if ('screen' in source)
    return documents.find((entry) => asDocumentWith(entry, 'hasTable')?.id === source.screen)?.id
  if ('report' in source)
    return documents.find((entry) => asDocumentWith(entry, 'hasQuery')?.code === source.report)?.id
  return undefined
}

/** The block as permitted for the user, or null: a source that is not permitted leaves no gap and no message. */
export function permittedBlock(block: PanelBlock, env: PanelEnv): PanelBlock | null {
  if (block.needs && !env.can(block.needs)) return null
  const permit: BlockPermit = {
    can: env.can,
    hasSource: (source) => 'url' in source || findDocument(source, env) !== undefined,
    fillAddress: (href) => pageHref(href, env),
  }
  if ('source' in block && !permit.hasSource(block.source)) return null
  const linked = block.href === undefined ? block : { ...block, href: permit.fillAddress(block.href) }
  const plan = findBlockPlan(block)
  return plan?.permit ? plan.permit(linked, permit) : linked
}

/** The columns of a panel that names none. */
export const DEFAULT_COLUMNS = 24

/** The columns that a block takes. */
export const getSpan = (block: Pick<PanelBlock, 'type' | 'span'>, columns: number): number =>
  Math.min(columns, block.span ?? (isFigure(block) ? Math.max(1, Math.floor(columns / 4)) : columns))

/** The cards in order; adjacent numbers share a line while they fit. */
export function compilePanel(panel: PanelDocument, env: PanelEnv): PanelCard[] {
  const columns = panel.columnCount ?? DEFAULT_COLUMNS
  const places: PanelCard[] = []
  // Whether the card of a joined block exists: the block that started it may not be permitted.
  let open = false
  for (const [index, declared] of panel.blocks.entries()) {
    const block = permittedBlock(declared, env)
    if (!block) {
      open = open && declared.joined === true
      continue
    }
    const last = declared.joined && !open ? undefined : places.at(-1)
    const grown = last && grow(last, block, columns)
    if (grown) places[places.length - 1] = grown
    else {
      const span = getSpan(block, columns)
      const { side, tab } = block
      places.push({ key: String(index), span, isAside: side === true, ...(tab && { tab }), lines: [[block]] })
    }
    open = true
  }
  return places
}

const isFigure = (block: Pick<PanelBlock, 'type'> | undefined): boolean =>
  block !== undefined && findBlockPlan(block)?.isFigure === true

/** The card with the block added; undefined if the block does not belong to it. */
function grow(place: PanelCard, block: PanelBlock, columns: number): PanelCard | undefined {
  const line = place.lines.at(-1) ?? []
  if (place.tab !== block.tab) return undefined
  const isBeside = isFigure(block) && isFigure(line[0])
  const beside = [...place.lines.slice(0, -1), [...line, block]]
  if (block.joined) return { ...place, lines: isBeside ? beside : [...place.lines, [block]] }
  const span = place.span + getSpan(block, columns)
  const isLine = isBeside && place.lines.length === 1 && place.isAside === (block.side === true)
  return isLine && span <= columns ? { ...place, span, lines: beside } : undefined
}

/** The request of the records of a block. */
export interface Request {
  url: string
  params: BlockRequest['params']
}

/** The request of a block, which `blockRequest` describes. */
export function compileRequest(...question: Parameters<typeof blockRequest>): Request {
  const request = blockRequest(...question)
  const { params } = request
  switch (request.kind) {
    case 'url':
      return { url: request.url, params }
    case 'report':
      return { url: reportUrl('getData', request.report), params }
    default:
      return { url: `/resource/${request.screen}/${request.kind}`, params }
  }
}

/**
 * The rows of a response: a list, a page, or one object; null for any other shape. Sums that could not be read in time are an
 * error.
 */
export function readRecords(answer: unknown, pick?: string): Records | null {
  const at = valueAtPath(answer, pick)
  if (isObject(at) && at.records === undefined && isObject(at.totals)) {
    if (at.total === null) throw appError('BUSY')
    return { records: [], total: Number(at.total), totals: at.totals as Records['totals'] }
  }
  if (isObject(at) && Array.isArray(at.records)) {
    const records = at.records.filter(isObject)
    const total = Number(at.total)
    const isEstimated = at.totalEstimated === true ? { isEstimated: true } : {}
    const isCut = at.isCut === true ? { isCut: true } : {}
    return { records, total: Number.isFinite(total) ? total : records.length, ...isEstimated, ...isCut }
  }
  if (Array.isArray(at)) {
    const records = at.filter(isObject)
    return { records, total: records.length }
  }
  return isObject(at) ? { records: [at], total: 1 } : null
}

/** A key as a block shows it: by its field if a document declares one, else as plain text or number. */
export interface ShownKey {
  key: string
  title: string
  column?: Column
}

/** A block that shows keys with their titles. */
export type TitledBlock = Extract<SourcedBlock, { titles?: unknown }>

/** The permitted keys of a block with their titles. */
export function shownKeys(
  block: TitledBlock,
  document: ScreenDocument | ReportDocument | undefined,
  env: CompileEnv,
): ShownKey[] {
  const titles = block.titles ?? {}
  const keys = listKeys(block)
  if (!document) return keys.map((key) => ({ key, title: titles[key] ?? key }))
  const groups = 'screen' in block.source ? findBlockPlan(block)?.groups?.(block) : null
  const isCounted = groups?.sums.includes(countKey) === true
  const named = { ...document, list: { ...document.list, fields: keys } }
  const columns = readColumns(named, env)
  return keys.flatMap((key): ShownKey[] => {
    if (key === countKey && isCounted) return [{ key, title: titles[key] ?? '条数' }]
    const column = columns.find((entry) => entry.key === key)
    if (!column) return []
    const title = titles[key] ?? column.title
    // The months of dates are texts, not dates.
    const isPart = groups?.unit !== undefined && isDateKey(key, document, env.types)
    return [isPart ? { key, title } : { key, title, column }]
  })
}

/** Dictionaries of the shown keys. */
export const shownDictionaries = (keys: readonly ShownKey[]): string[] => [
  ...new Set(keys.flatMap(({ column }) => column?.type.needs?.(column.field as Field) ?? [])),
]
