import type { StoredScreen } from '#runtime/schema/types.ts'
import type { Column } from '../documents/column.ts'

/** The parent and child columns of a screen's tree. */
export interface ResourceTree {
  /** Contains the parent's id; empty or "0" at the top. */
  parent: Column
  /** The flag that the server maintains on each record: whether it has children. */
  flag: { column: Column; withChildren: string; without: string } | null
  text: Column | null
}

export function compileTree(
  { tree }: Pick<StoredScreen, 'tree'>,
  columns: ReadonlyMap<string, Column>,
): ResourceTree | null {
  const parent = tree && columns.get(tree.parent)
  if (!tree || !parent) return null
  const has = tree.hasChild === undefined ? undefined : columns.get(tree.hasChild)
  const leaf = tree.leaf === undefined ? undefined : columns.get(tree.leaf)
  const flag = has
    ? { column: has, withChildren: '1', without: '0' }
    : leaf
      ? { column: leaf, withChildren: '0', without: '1' }
      : null
  return { parent, flag, text: (tree.text !== undefined && columns.get(tree.text)) || null }
}

/** The parent's id of a record, null at the top. */
export const parentIn = (
  { parent }: ResourceTree,
  record: Readonly<Record<string, unknown>>,
): string | null => {
  const id = record[parent.key]
  return id === null || id === undefined || id === '' || id === '0' ? null : String(id)
}
