import { fieldValues } from '#runtime/fields/values.ts'
import { compileFormulas, type Formula } from '#runtime/record/formulas/formulas.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { DocumentColumn, ListedDocument } from './columns.ts'

/** The columns that a formula reads, as paths of columns. */
const listInputs = ({ detail, sameRow, others }: Formula): string[] => [
  ...sameRow.map((key) => (detail === null ? key : `${detail}.${key}`)),
  ...others,
]

/**
 * By the path of a column, the paths of the columns that are computed from it, directly or through other columns: readers
 * of one of them can infer the value.
 */
export function inferringColumns(document: ListedDocument): Map<string, Set<string>> {
  const screen = asDocumentWith(document, 'hasTable')
  const inferring = new Map<string, Set<string>>()
  if (!screen) return inferring
  const { steps } = compileFormulas(screen, fieldValues).formulas
  // Inputs come before their readers, so the sources of an input are known.
  const sources = new Map<string, Set<string>>()
  for (const formula of steps) {
    const inputs = listInputs(formula)
    const all = new Set(inputs.flatMap((input) => [input, ...(sources.get(input) ?? [])]))
    sources.set(formula.node, all)
    for (const source of all) {
      const readers = inferring.get(source) ?? new Set()
      inferring.set(source, readers.add(formula.node))
    }
  }
  return inferring
}

/** The computed columns that give a column away, each with its title. */
export const inferredBy = (
  { path }: DocumentColumn,
  inferring: ReadonlyMap<string, ReadonlySet<string>>,
  columns: readonly DocumentColumn[],
): Pick<DocumentColumn, 'path' | 'title'>[] =>
  columns
    .filter((column) => inferring.get(path)?.has(column.path))
    .map((column) => ({ path: column.path, title: column.title }))
