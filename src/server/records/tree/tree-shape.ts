import type { StoredScreen } from '#runtime/schema/types.ts'
import type { Column } from '../../documents/plan/column.ts'

/** A flag of a record: the key, and the values that mean with and without children. */
interface ChildrenFlag {
  key: string
  withChildren: string
  without: string
}

/** The parent and child columns of a screen's tree. */
export interface ResourceTree {
  /** Contains the parent's id; empty or "0" at the top. */
  parent: Column
  /** Whether a record has children, where the document names a field for it. */
  flag: ChildrenFlag | null
  /** The column of `flag`, which the server maintains; null: the flag is computed for each answer. */
  flagColumn: Column | null
  text: Column | null
}

export function compileTree(
  { tree }: Pick<StoredScreen, 'tree'>,
  columns: ReadonlyMap<string, Column>,
): ResourceTree | null {
  const parent = tree && columns.get(tree.parent)
  if (!tree || !parent) return null
  const [key, withChildren, without] =
    tree.hasChild === undefined ? [tree.leaf, '0', '1'] : [tree.hasChild, '1', '0']
  return {
    parent,
    flag: key === undefined ? null : { key, withChildren, without },
    flagColumn: (key !== undefined && columns.get(key)) || null,
    text: (tree.text !== undefined && columns.get(tree.text)) || null,
  }
}

/** The parent's id of a record, null at the top. */
export const parentIn = (
  { parent }: ResourceTree,
  record: Readonly<Record<string, unknown>>,
): string | null => {
  const id = record[parent.key]
  return id === null || id === undefined || id === '' || id === '0' ? null : String(id)
}
