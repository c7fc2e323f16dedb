import { AppError, listProblems } from '#runtime/kernel/errors.ts'
import type { ImportCell, ImportFault } from '#runtime/record/checks/import-fault.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { Caller } from '../../caller.ts'
import type { Values } from '../../read/record.ts'
import type { RecordTransaction } from '../../record-transaction.ts'
import type { Resource } from '../../resource.ts'
import { prepareEdit } from '../../write/save-change.ts'
import { prepareAdd } from '../../write/save-new.ts'
import type { RecordDraft, RowDraft, RowValues } from './import-drafts.ts'
import type { StoredMatch, StoredRow } from './import-match.ts'
import type { ReadRows } from './import-picked.ts'
import type { ImportPlan } from './import-plan.ts'
import { pairRows } from './pair-rows.ts'

/** For each row of a sheet the stored row that it continues, by the key of the detail table. */
type RowPairs = ReadonlyMap<string, readonly (StoredRow | undefined)[]>

/** A record that is ready to be written. */
export interface PreparedRecord {
  record: RecordDraft
  isNew: boolean
  pairs: RowPairs
  write(transaction: RecordTransaction): Promise<Values>
}

/** Blank cells of a new record are left out, so that defaults apply. */
const filled = (values: RowValues = {}): RowValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))

const pairDetails = (record: RecordDraft, { values }: ReadRows, stored: StoredMatch): RowPairs =>
  new Map(
    [...record.details].map(([key, rows]) => {
      const sheetRows = rows.map((row) => values.get(row) ?? {})
      return [key, pairRows(sheetRows, stored.rows.get(key) ?? [])]
    }),
  )

function buildBody(
  plan: ImportPlan,
  record: RecordDraft,
  { values, fills }: ReadRows,
  stored: StoredMatch | undefined,
  pairs: RowPairs,
): RowValues {
  const added = (row: RowDraft): RowValues => ({ ...filled(fills.get(row)), ...filled(values.get(row)) })
  const body: RowValues = stored ? { ...values.get(record), id: stored.id } : added(record)
  for (const { detail } of plan.details) {
    const rows = record.details.get(detail.key)
    if (!rows) continue
    if (!stored) {
      body[detail.key] = rows.map(added)
      continue
    }
    // The sheet has all rows of the record, in their order.
    const continued = pairs.get(detail.key) ?? []
    const place = (at: number) => (detail.order ? { [detail.order.key]: at + 1 } : {})
    const paired = new Set(continued)
    body[detail.key] = {
      changed: rows.flatMap((row, at) => {
        const before = continued[at]
        return before ? [{ ...place(at), ...values.get(row), id: before.id }] : []
      }),
      added: rows.flatMap((row, at) => (continued[at] ? [] : [{ ...place(at), ...added(row) }])),
      removed: (stored.rows.get(detail.key) ?? []).filter((row) => !paired.has(row)).map(({ id }) => id),
    }
  }
  return body
}

/** The place of a problem in the sheet; the row of the record when its field has no cell. */
function cellAt({ screen }: Resource, record: RecordDraft, path: string, pairs: RowPairs): ImportCell {
  const [, key = '', ...rest] = path.split('/')
  const field = screen.fields.find((entry) => entry.key === key)
  const rows = record.details.get(key)
  if (!rows || !field) {
    const header = field ? getTitle(field) : ''
    return record.cells.get(key) ?? { ...record.at, header }
  }
  const [group, ...inGroup] = rest
  const isGrouped = group === 'added' || group === 'changed'
  const [at = '', column = ''] = isGrouped ? inGroup : rest
  const continued = pairs.get(key)
  const inPart = isGrouped
    ? rows.filter((_row, place) => (continued?.[place] !== undefined) === (group === 'changed'))
    : rows
  const row = inPart[Number(at)]
  const columns = 'fields' in field && Array.isArray(field.fields) ? field.fields : []
  const named = columns.find((entry) => entry.key === column)
  return row?.cells.get(column) ?? { ...(row?.at ?? record.at), header: getTitle(named ?? field) }
}

/** The faults of a refused record; any other error is thrown. */
export function listFaults(
  resource: Resource,
  record: RecordDraft,
  error: unknown,
  pairs: RowPairs,
): ImportFault[] {
  if (!(error instanceof AppError)) throw error
  const problems = listProblems(error)
  if (problems.length === 0) return [{ ...record.at, reason: error.text }]
  return problems.map(({ path, text }) => ({ ...cellAt(resource, record, path, pairs), reason: text }))
}

/** Checks a record as a save by hand does, before any transaction; `id` is that of a new record, if it has one already. */
export async function prepareRecord(
  resource: Resource,
  caller: Caller,
  plan: ImportPlan,
  record: RecordDraft,
  read: ReadRows,
  { stored, id }: { stored: StoredMatch | undefined; id: string | undefined },
): Promise<PreparedRecord | ImportFault[]> {
  const pairs = stored ? pairDetails(record, read, stored) : new Map()
  const body = buildBody(plan, record, read, stored, pairs)
  const assignId = id === undefined ? undefined : async () => ({ id })
  try {
    const write = stored
      ? await prepareEdit(resource, caller, body)
      : await prepareAdd(resource, caller, body, assignId)
    return { record, isNew: !stored, pairs, write }
  } catch (error) {
    return listFaults(resource, record, error, pairs)
  }
}
