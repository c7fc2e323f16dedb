import type { ImportFault } from '#runtime/record/import-fault.ts'

/** The answer to an import; with faults nothing is stored. */
export interface ImportAnswer {
  /** Names the stored import; none where the server cannot undo it. */
  importId?: string
  /** The import runs on after this answer; its end is in the list of recent imports. */
  state?: 'running'
  inserted?: number
  updated?: number
  faults?: readonly ImportFault[]
  faultCount?: number
  /** The numbers of rows in words. */
  msg?: string
  /** The address of the list of all faults. */
  fileUrl?: string
  fileName?: string
}

/** Names the cell of a fault. */
export const cellKey = ({ file, sheet, row, column, header }: ImportFault): string =>
  JSON.stringify([file, sheet, row, column || header])

/** The form of an import that may run on after its answer: the files, and the cells that the user has corrected. */
export function importForm(
  files: readonly File[],
  faults: readonly ImportFault[],
  mended: ReadonlyMap<string, string>,
): FormData {
  const form = new FormData()
  const cells = faults.flatMap((fault) => {
    const value = mended.get(cellKey(fault))
    const { file, sheet, row, column } = fault
    return value === undefined || column === '' ? [] : [{ file, sheet, row, column, value }]
  })
  // Fields before files: the server reads the form in its order.
  form.append('background', '1')
  if (cells.length > 0) form.append('cells', JSON.stringify(cells))
  for (const file of files) form.append('files[]', file, file.name)
  return form
}
