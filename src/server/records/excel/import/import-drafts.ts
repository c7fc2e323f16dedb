import type { ImportCell, ImportFault } from '#runtime/record/checks/import-fault.ts'
import type { FieldColumn } from '../workbook/headings.ts'
import type { SheetTexts } from '../workbook/read-limits.ts'
import { columnLetters } from '../workbook/sheet-xml.ts'
import type { ImportDetail, ImportPlan } from './import-plan.ts'

/** A row of a sheet: its cells by the keys of fields. */
export interface RowDraft {
  /** The place of the row, for faults without a cell. */
  at: ImportCell
  cells: Map<string, ImportCell>
}

export interface RecordDraft extends RowDraft {
  details: Map<string, RowDraft[]>
}

/** The values of a row on the wire, by the keys of fields. */
export type RowValues = Record<string, unknown>

/** The field that a heading names; `detail` is null for a field of the head. */
interface Target {
  detail: ImportDetail | null
  key: string
}

/** A row with this text in any cell is the example of a template. */
export const EXAMPLE_MARK = '示例行，导入时不读取'

/** The heading of the column with that text. */
export const NOTE_HEADING = '说明'

export const MAX_HEADER_ROW = 10

export const plainHeading = (text: string): string => text.replace(/\s+/g, '').replace(/^\*+|\*+$/g, '')

/** The fields by heading and key; the first of two fields with one name counts. */
export function indexTargets(
  { head, details, identity }: ImportPlan,
  only: ImportDetail | null,
): Map<string, Target> {
  const targets = new Map<string, Target>()
  const put = (name: string, target: Target) => {
    const plain = plainHeading(name)
    if (!targets.has(plain)) targets.set(plain, target)
  }
  const putAll = (columns: readonly FieldColumn[], detail: ImportDetail | null, prefix = '') => {
    for (const { heading, field } of columns) put(prefix + heading, { detail, key: field.key })
    for (const { field } of columns) put(prefix + field.key, { detail, key: field.key })
  }
  putAll(identity, null)
  if (only) {
    putAll(only.columns, only)
    putAll(only.columns, only, `${only.title}.`)
  } else {
    putAll(head, null)
    for (const detail of details) {
      putAll(detail.columns, detail, `${detail.title}.`)
      putAll(detail.columns, detail)
    }
  }
  return targets
}

const hasSameCells = ({ cells }: RowDraft, head: ReadonlyMap<string, ImportCell>): boolean =>
  [...head].every(([key, { value }]) => cells.get(key)?.value.trim() === value.trim())

interface Header {
  row: number
  targets: (Target | undefined)[]
}

/** The row with the most known headings among the first ones: titles may precede it. */
export function findHeader(rows: readonly string[][], names: ReadonlyMap<string, Target>): Header | null {
  let best: Header | null = null
  let most = 0
  for (const [row, cells] of rows.slice(0, MAX_HEADER_ROW).entries()) {
    const taken = new Set<Target>()
    const targets = cells.map((text) => {
      const target = names.get(plainHeading(text))
      if (!target || taken.has(target)) return undefined
      taken.add(target)
      return target
    })
    if (taken.size > most) {
      most = taken.size
      best = { row, targets }
    }
  }
  return best
}

/** A sheet with the detail table whose rows it contains; null for a sheet of records. */
interface SheetRole {
  sheet: SheetTexts
  only: ImportDetail | null
}

/** The sheets of records, then those of detail tables: the first sheet, and each with another name, has records. */
export function sheetRoles(
  sheets: readonly SheetTexts[],
  { details, omittedSheets }: ImportPlan,
): SheetRole[] {
  const read = sheets.filter(({ name }, at) => at === 0 || !omittedSheets.has(name))
  const roles = read.map((sheet, at) => {
    const named = details.find((detail) => detail.sheet === sheet.name) ?? null
    return { sheet, only: at === 0 ? null : named }
  })
  return [...roles.filter(({ only }) => !only), ...roles.filter(({ only }) => only)]
}

/** Reads the sheets of a file as records with their rows; `strayRows` are the refused ones that belong to no record. */
export function draftRecords(
  file: string,
  sheets: readonly SheetTexts[],
  plan: ImportPlan,
): { records: RecordDraft[]; faults: ImportFault[]; strayRows: number } {
  const records: RecordDraft[] = []
  const faults: ImportFault[] = []
  let strayRows = 0
  const byIdentity = new Map<string, RecordDraft>()
  const findIdentity = (cells: ReadonlyMap<string, ImportCell>): string | null => {
    const values = plan.identity.map(({ field }) => cells.get(field.key)?.value.trim() ?? '')
    return values.length > 0 && values.every((value) => value !== '') ? JSON.stringify(values) : null
  }

  const readSheet = ({ name, rows }: SheetTexts, only: ImportDetail | null) => {
    const header = findHeader(rows, indexTargets(plan, only))
    const place = (row: number, column = '', title = '', value = ''): ImportCell => ({
      file,
      sheet: name,
      row: row + 1,
      column,
      header: title,
      value,
    })
    if (!header) {
      if (rows.length > 0) faults.push({ ...place(0), reason: '没有找到标题行，请用导入模板' })
      return
    }
    const titles = rows[header.row] as string[]
    for (let row = header.row + 1; row < rows.length; row += 1) {
      const texts = rows[row] as string[]
      if (texts.every((text) => text.trim() === '') || texts.some((text) => text.trim() === EXAMPLE_MARK))
        continue
      const head = new Map<string, ImportCell>()
      const details = new Map<string, Map<string, ImportCell>>()
      for (const [at, target] of header.targets.entries()) {
        if (!target) continue
        const { key } = target
        const cell = place(row, columnLetters(at), plainHeading(titles[at] ?? ''), texts[at] ?? '')
        if (!target.detail) head.set(key, { ...cell, key })
        else {
          const { key: detail } = target.detail.detail
          const cells = details.get(detail) ?? new Map<string, ImportCell>()
          details.set(detail, cells.set(key, { ...cell, key, detail }))
        }
      }
      putRow(place(row), head, details, only)
    }
  }

  const putRow = (
    at: ImportCell,
    head: Map<string, ImportCell>,
    details: ReadonlyMap<string, Map<string, ImportCell>>,
    only: ImportDetail | null,
  ) => {
    const identity = findIdentity(head)
    const isBlank = (cells: ReadonlyMap<string, ImportCell>) =>
      [...cells.values()].every(({ value }) => value.trim() === '')
    let record = identity === null ? undefined : byIdentity.get(identity)
    if (only && !record) {
      const cell = plan.identity.map(({ field }) => head.get(field.key)).find((entry) => entry)
      faults.push({ ...at, ...cell, reason: '主表里没有这条记录' })
      strayRows += 1
      return
    }
    // The row belongs to a detail table that is left out.
    if (plan.isHeadOnly && (isBlank(head) || (record && hasSameCells(record, head)))) return
    // A row whose head is blank, or that repeats the head, continues the record above.
    if (!record && isBlank(head)) record = records.at(-1)
    const continues = record !== undefined && [...details.values()].some((cells) => !isBlank(cells))
    if (!record || (!only && !continues)) {
      record = { at, cells: head, details: new Map() }
      records.push(record)
      if (identity !== null && !byIdentity.has(identity)) byIdentity.set(identity, record)
    }
    for (const [key, cells] of details) {
      const rows = record.details.get(key) ?? []
      record.details.set(key, rows)
      if (!isBlank(cells)) rows.push({ at, cells })
    }
  }

  for (const { sheet, only } of sheetRoles(sheets, plan)) readSheet(sheet, only)
  return { records, faults, strayRows }
}
