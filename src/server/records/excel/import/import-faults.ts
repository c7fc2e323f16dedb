import type { ImportCell, ImportFault } from '#runtime/record/checks/import-fault.ts'
import type { RecordDraft } from './import-drafts.ts'

const buildPlaceKey = ({ file, sheet, row }: ImportCell): string => JSON.stringify([file, sheet, row])

const listRows = (record: RecordDraft) => [record, ...[...record.details.values()].flat()]

/** Returns whether a record, or one of its rows, has one of the faults. */
export function buildFaultyRowCheck(faults: readonly ImportFault[]): (record: RecordDraft) => boolean {
  const places = new Set(faults.map(buildPlaceKey))
  return (record) => listRows(record).some(({ at }) => places.has(buildPlaceKey(at)))
}

/** One fault for each cell, the first, because the others follow from it; in the order of files, sheets and cells. */
export function faultsInOrder(faults: readonly ImportFault[]): ImportFault[] {
  const cells = new Map<string, ImportFault>()
  const sheets = new Map<string, number>()
  const buildSheetKey = ({ file, sheet }: ImportFault) => JSON.stringify([file, sheet])
  for (const fault of faults) {
    const { file, sheet, row, column, header } = fault
    const key = JSON.stringify([file, sheet, row, column || header || fault.reason])
    if (!cells.has(key)) cells.set(key, fault)
    if (!sheets.has(buildSheetKey(fault))) sheets.set(buildSheetKey(fault), sheets.size)
  }
  const rank = (fault: ImportFault) => sheets.get(buildSheetKey(fault)) ?? 0
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
  const lines = new Map<string, ImportCell[]>(faults.map((fault) => [buildPlaceKey(fault), []]))
  for (const row of records.flatMap(listRows)) lines.get(buildPlaceKey(row.at))?.push(...row.cells.values())
  return faults.map((fault) => {
    const cells = (lines.get(buildPlaceKey(fault)) ?? []).filter(({ value }) => value.trim() !== '')
    cells.sort((a, b) => a.column.length - b.column.length || a.column.localeCompare(b.column))
    const line = cells.map(({ column, header, value }) => ({ column, header, value }))
    return line.length > 0 ? { ...fault, line } : fault
  })
}
