import type { ImportCell, ImportFault } from '#runtime/record/checks/import-fault.ts'
import type { RecordDraft } from './import-drafts.ts'

const placeOf = ({ file, sheet, row }: ImportCell): string => JSON.stringify([file, sheet, row])

const rowsOf = (record: RecordDraft) => [record, ...[...record.details.values()].flat()]

/** Returns whether a record, or one of its rows, has one of the faults. */
export function faultyRowsOf(faults: readonly ImportFault[]): (record: RecordDraft) => boolean {
  const places = new Set(faults.map(placeOf))
  return (record) => rowsOf(record).some(({ at }) => places.has(placeOf(at)))
}

/** One fault for each cell, the first, because the others follow from it; in the order of files, sheets and cells. */
export function faultsInOrder(faults: readonly ImportFault[]): ImportFault[] {
  const cells = new Map<string, ImportFault>()
  const sheets = new Map<string, number>()
  const sheetOf = ({ file, sheet }: ImportFault) => JSON.stringify([file, sheet])
  for (const fault of faults) {
    const { file, sheet, row, column, header } = fault
    const key = JSON.stringify([file, sheet, row, column || header || fault.reason])
    if (!cells.has(key)) cells.set(key, fault)
    if (!sheets.has(sheetOf(fault))) sheets.set(sheetOf(fault), sheets.size)
  }
  const rank = (fault: ImportFault) => sheets.get(sheetOf(fault)) ?? 0
  return [...cells.values()].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      a.row - b.row ||
      a.column.length - b.column.length ||
      a.column.localeCompare(b.column),
  )
}

/** The faults with the cells of their rows, so that a row is recognised without its file. */
export function withLines(faults: readonly ImportFault[], records: readonly RecordDraft[]): ImportFault[] {
  const lines = new Map<string, ImportCell[]>(faults.map((fault) => [placeOf(fault), []]))
  for (const row of records.flatMap(rowsOf)) lines.get(placeOf(row.at))?.push(...row.cells.values())
  return faults.map((fault) => {
    const cells = (lines.get(placeOf(fault)) ?? []).filter(({ value }) => value.trim() !== '')
    cells.sort((a, b) => a.column.length - b.column.length || a.column.localeCompare(b.column))
    const line = cells.map(({ column, header, value }) => ({ column, header, value }))
    return line.length > 0 ? { ...fault, line } : fault
  })
}
