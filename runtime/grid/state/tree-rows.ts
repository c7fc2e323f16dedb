import type { Row } from '../../record/changes/command-log.ts'
import type { RowStore } from '../../record/rows/row-store.ts'
import { growTree, type TreeNode } from '../../record/tree.ts'
import type { VisibleRows } from './visible-rows.ts'

/** Position of a row in the tree. */
export interface TreePosition extends Pick<TreeNode<Row>, 'level' | 'above' | 'hasChildren'> {
  /** Counted from 1 over all rows. */
  number: number
}

/** The rows of a tree without collapsed branches, parents before their children. All rows are expanded at first. */
export class TreeRows implements VisibleRows {
  readonly #store: RowStore
  readonly #parent: string
  readonly #closed = new Set<string>()
  readonly #listeners = new Set<() => void>()
  #folds = 0
  #seen = -1
  #visible: string[] = []
  #indexes = new Map<string, number>()
  #places = new Map<string, TreePosition>()

  constructor(store: RowStore, parent: string) {
    this.#store = store
    this.#parent = parent
  }

  get count(): number {
    return this.#fresh().length
  }
  at = (index: number): Row | undefined => this.#store.row(this.#fresh()[index] ?? '')
  slice = (from: number, to: number): Row[] =>
    this.#fresh()
      .slice(from, to)
      .flatMap((id) => this.#store.row(id) ?? [])
  indexOf = (id: string): number => {
    this.#fresh()
    return this.#indexes.get(id) ?? -1
  }
  getNumber = (id: string): number => this.findPlace(id)?.number ?? 0
  findPlace = (id: string): TreePosition | undefined => {
    this.#fresh()
    return this.#places.get(id)
  }
  isOpen = (id: string): boolean => !this.#closed.has(id)

  get structure(): number {
    // Both counters grow, so their sum does.
    return this.#store.structure + this.#folds
  }
  subscribeStructure = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    const end = this.#store.subscribeStructure(listener)
    return () => {
      this.#listeners.delete(listener)
      end()
    }
  }

  /** Expands or collapses rows; rows without children are skipped. */
  fold(ids: Iterable<string>, isOpen: boolean): void {
    let isChanged = false
    for (const id of ids) {
      if (!this.findPlace(id)?.hasChildren || this.isOpen(id) === isOpen) continue
      if (isOpen) this.#closed.delete(id)
      else this.#closed.add(id)
      isChanged = true
    }
    if (!isChanged) return
    this.#folds += 1
    for (const listener of [...this.#listeners]) listener()
  }
  foldAll(isOpen: boolean): void {
    this.fold([...this.#places.keys()], isOpen)
  }
  get isAnyOpen(): boolean {
    this.#fresh()
    return [...this.#places].some(([id, { hasChildren }]) => hasChildren && this.isOpen(id))
  }

  /** The row, or its nearest visible ancestor. */
  visibleAncestor(id: string): string {
    let at = id
    while (this.indexOf(at) < 0) {
      const above = this.findPlace(at)?.above
      if (!above) return at
      at = above
    }
    return at
  }

  reveal = (id: string): void => {
    const way: string[] = []
    for (let at = this.findPlace(id)?.above; at; at = this.findPlace(at)?.above) way.push(at)
    this.fold(way, true)
  }

  #fresh(): string[] {
    if (this.#seen === this.structure) return this.#visible
    this.#seen = this.structure
    this.#visible = []
    this.#indexes = new Map()
    this.#places = new Map()
    const hidden = new Set<string>()
    for (const [at, { row, ...place }] of growTree(this.#store.rows, this.#parent).entries()) {
      this.#places.set(row.id, { ...place, number: at + 1 })
      if (hidden.has(place.above) || (place.above !== '' && !this.isOpen(place.above))) {
        hidden.add(row.id)
        continue
      }
      this.#indexes.set(row.id, this.#visible.length)
      this.#visible.push(row.id)
    }
    return this.#visible
  }
}
