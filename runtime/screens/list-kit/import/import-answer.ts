import type { ImportCell, ImportFault } from '#runtime/record/checks/import-fault.ts'
import type { Values } from '#runtime/record/scope.ts'

/** A cell of an imported file with the text that replaces its content. */
export type CorrectedCell = Omit<ImportCell, 'header'>

/** The answer to an import; with faults nothing is stored. */
export interface ImportAnswer {
  /** Names the stored import; none where the server cannot undo it. */
  importId?: string
  /** The import runs on after this answer; its end is in the list of recent imports. */
  state?: 'running'
  inserted?: number
  updated?: number
  unchanged?: number
  skipped?: number
  faults?: readonly ImportFault[]
  faultCount?: number
  /** Texts that are shown this once, such as generated passwords. */
  notes?: readonly string[]
  /** The numbers of rows in words. */
  msg?: string
  /** The address of the list of all faults. */
  fileUrl?: string
  fileName?: string
}

/** Whether the server imports as for all documents; one of its own has no other calls, and may not know a trial. */
export const isGenericImport = (url: string): boolean => url.startsWith('/resource/')

/** Names the cell of a fault. */
export const cellKey = ({ file, sheet, row, column, header }: ImportFault): string =>
  JSON.stringify([file, sheet, row, column || header])

/** The content of an import: the files, the cells that the user has corrected, and the headings that are replaced. */
interface ImportContent {
  files: readonly File[]
  faults: readonly ImportFault[]
  mended: ReadonlyMap<string, string>
  headings: readonly CorrectedCell[]
  /** Values that every record gets, by field. */
  foreignKeys?: Values | undefined
  /** Nothing is stored: the answer has the faults, and the numbers of what an import would do. */
  isTrial: boolean
}

/** The form of an import that may run on after its answer; of a trial, which has ended with its answer. */
export function importForm({
  files,
  faults,
  mended,
  headings,
  foreignKeys,
  isTrial,
}: ImportContent): FormData {
  const form = new FormData()
  const corrected = faults.flatMap((fault) => {
    const value = mended.get(cellKey(fault))
    const { file, sheet, row, column } = fault
    return value === undefined || column === '' ? [] : [{ file, sheet, row, column, value }]
  })
  const cells = [...headings, ...corrected]
  // Fields before files: the server reads the form in its order.
  form.append(isTrial ? 'dryRun' : 'background', '1')
  if (cells.length > 0) form.append('cells', JSON.stringify(cells))
  if (foreignKeys) form.append('foreignKeys', JSON.stringify(foreignKeys))
  for (const file of files) form.append('files[]', file, file.name)
  return form
}
