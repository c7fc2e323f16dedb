import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import {
  areSumsReadable,
  type BlockRequest,
  blockRequest,
  listKeys,
  type SourcedBlock,
} from '#runtime/record/panel/block-request.ts'
import type { Records, ShownValue } from '#runtime/record/panel/records.ts'
import { listFields } from '#runtime/schema/derive.ts'
import { countKey, isDateKey } from '#runtime/schema/kinds/panel/blocks/group-params.ts'
import { findBlockPlan } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import type { ReportDocument, ScreenDocument, StoredReport, StoredScreen } from '#runtime/schema/types.ts'
import { listCode } from '../../../documents/kinds/list.ts'
import { holds, type SessionUser } from '../../../platform/http/requests/user.ts'
import { parseListRequest, readRecords } from '../../../records/list/list-route.ts'
import { answerGroups, answerSummary, openView } from '../../../records/list/summary-route.ts'
import { MAX_ROWS } from '../../../reports/read.ts'
import type { ReportServices } from '../../../reports/services.ts'
import type { PartColumn } from './part.ts'
import { askReport, readRows } from './read-report.ts'

/** The records of a block, the document of their fields, and the keys that the person may see. */
export interface SourceRecords {
  records: Records
  columns: readonly PartColumn[]
  title: string
}

/**
 * `hidden`: the person may not see the records; `elsewhere`: only the page of the panel can read them; `failed`: they could
 * not be read.
 */
export type SourceReader = (block: SourcedBlock) => Promise<SourceRecords | 'hidden' | 'elsewhere' | 'failed'>

/** The records of a block as a person may see them; `value` resolves placeholders of a query. */
export async function readSource(
  services: ReportServices,
  block: SourcedBlock,
  user: SessionUser,
  value: (raw: unknown) => unknown,
): ReturnType<SourceReader> {
  const { source } = block
  if ('url' in source) return 'elsewhere'
  const entry =
    'screen' in source ? services.documents.screen(source.screen) : services.documents.report(source.report)
  if (!entry || !holds(user, listCode(entry.document))) return 'hidden'
  const document = entry.document as unknown as ScreenDocument | ReportDocument
  if (!areSumsReadable(block, document, (code) => holds(user, code))) return 'hidden'
  const request = blockRequest(block, document, fieldValues, value)
  if (request.kind === 'url') return 'elsewhere'
  const query = asQuery(request.params)
  if (request.kind === 'report') {
    const size = Number(query.pageSize ?? MAX_ROWS)
    const opening = askReport(services, entry.document as StoredReport, user, withoutPage(query), size)
    const { rows, total } = await readRows(services, opening)
    const columns = listShown(block, entry.document, opening.opened.isShown)
    return { records: { records: rows as Records['records'], total }, columns, title: entry.document.title }
  }
  const screen = services.documents.screen(request.screen)
  if (!screen) return 'hidden'
  const view = openView(services, screen, user)
  const columns = listShown(block, entry.document, (key) => view.queried.has(key))
  const records = await readScreen(services, view, request.kind, query)
  return { records, columns, title: entry.document.title }
}

const asQuery = (params: BlockRequest['params']): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))

const withoutPage = ({ getAll: _, pageNo: __, pageSize: ___, ...query }: Record<string, string>) => query

async function readScreen(
  services: ReportServices,
  view: ReturnType<typeof openView>,
  kind: 'summary' | 'groups' | 'list',
  query: Record<string, string>,
): Promise<Records> {
  if (kind === 'groups') return await answerGroups(services, view, query)
  if (kind === 'summary') {
    const { total, totals } = await answerSummary(services, view, query)
    // The sums could not be read in time.
    if (total === null) throw appError('BUSY')
    return { records: [], total, totals }
  }
  const { records, total } = await readRecords(services, view, parseListRequest(view, query))
  return { records, total }
}

/** The keys that a block shows and the person may see. */
function listShown(
  block: SourcedBlock,
  document: StoredScreen | StoredReport,
  isShown: (key: string) => boolean,
): PartColumn[] {
  const titles: Readonly<Record<string, string>> = ('titles' in block && block.titles) || {}
  const keys = listKeys(block)
  const groups = 'screen' in block.source ? findBlockPlan(block)?.groups?.(block) : null
  const { id, title, fields } = document
  const columns = listFields({ id, title, fields, list: { fields: keys } }, fieldValues)
  return keys.flatMap((key): PartColumn[] => {
    if (key === countKey && groups?.sums.includes(countKey))
      return [{ key, title: titles[key] ?? '条数', align: 'right' }]
    const column = columns.find((entry) => entry.key === key)
    if (!column || !isShown(key)) return []
    const named = { ...column, title: titles[key] ?? column.title }
    // The months of dates are texts, not dates.
    if (groups?.unit === undefined || !isDateKey(key, document, fieldValues)) return [named]
    return [{ key, title: named.title, align: 'left' }]
  })
}

/** The columns as the charts have them. */
export const asShown = (columns: readonly PartColumn[]): ShownValue[] =>
  columns.map(({ key, title, field }) => {
    const type = field && fieldValues.get(field.type)
    return field && type ? { key, title, column: { field, type } } : { key, title }
  })
