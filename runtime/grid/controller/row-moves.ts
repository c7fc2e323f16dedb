import { besideIds, shiftedIds } from '../../record/tree.ts'
import type { GridState } from '../state/GridState.ts'

type Moved = Pick<GridState, 'store' | 'canMove'>

/**
 * Moves rows one position up (-1) or down (1) among their siblings as one step; does nothing where moving is not
 * permitted.
 */
export function moveRows({ store, canMove }: Moved, ids: readonly string[], by: -1 | 1): void {
  if (!canMove) return
  const parent = store.detail.tree?.parent
  const [only, ...others] = ids
  if (only !== undefined && others.length === 0 && parent === undefined)
    store.move(only, store.indexOf(only) + by)
  else store.arrange(shiftedIds(store.rows, parent, new Set(ids), by))
}

/**
 * The new parent of a tree row one level deeper (1: its sibling above) or higher (-1: the parent of its parent, null
 * at the top); undefined if the move is impossible.
 */
export function parentAfter(
  { store, tree }: Pick<GridState, 'store' | 'tree'>,
  id: string,
  by: -1 | 1,
): string | null | undefined {
  const above = tree?.findPlace(id)?.above
  if (!tree || above === undefined) return undefined
  if (by === -1) return above === '' ? undefined : tree.findPlace(above)?.above || null
  return store.rows.slice(0, store.indexOf(id)).findLast((row) => tree.findPlace(row.id)?.above === above)?.id
}

/** Drop target of a dragged row: the position of the line, and the move. */
export interface DropTarget {
  at: number
  run(): void
}

/** In a tree a row is dropped beside a sibling only: over another row the sibling that is its ancestor counts. */
export function dropTarget(
  { store, visibleRows, tree }: Pick<GridState, 'store' | 'visibleRows' | 'tree'>,
  id: string,
  over: string,
  isLowerHalf: boolean,
): DropTarget | null {
  const from = visibleRows.indexOf(id)
  if (!tree) {
    const at = visibleRows.indexOf(over) + (isLowerHalf ? 1 : 0)
    if (at === from || at === from + 1) return null
    return { at, run: () => store.move(id, at > from ? at - 1 : at) }
  }
  const above = tree.findPlace(id)?.above
  let sibling = over
  while (tree.findPlace(sibling) && tree.findPlace(sibling)?.above !== above)
    sibling = tree.findPlace(sibling)?.above ?? ''
  const isAfter = isLowerHalf || sibling !== over
  const after = besideIds(store.rows, store.detail.tree?.parent, id, sibling, isAfter)
  if (!after || after.every((id, place) => id === store.rows[place]?.id)) return null
  return {
    at: isAfter ? findEnd(visibleRows, tree, sibling) : visibleRows.indexOf(sibling),
    run: () => store.arrange(after),
  }
}

/** The position after the last visible descendant of a row. */
function findEnd(rows: GridState['visibleRows'], tree: NonNullable<GridState['tree']>, id: string): number {
  const level = tree.findPlace(id)?.level ?? 0
  let at = rows.indexOf(id) + 1
  for (let row = rows.at(at); row && (tree.findPlace(row.id)?.level ?? 0) > level; row = rows.at(at)) at += 1
  return at
}
