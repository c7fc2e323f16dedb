import type { AnyFieldType } from '#runtime/fields/contract.ts'
import type { QueryRule } from '#runtime/schema/field-value.ts'
import type { Action, Field, Flow, Move, ScreenDocument } from '#runtime/schema/types.ts'

/** A list column as it is drawn; what the user may not see is not among them. */
export interface Column {
  key: string
  title: string
  field: Field
  type: AnyFieldType
  align: 'left' | 'right' | 'center'
  width?: number
  fixed?: 'left' | 'right'
  group?: string
  tag?: Readonly<Record<string, string>>
  sortable: boolean
  /** The first text column opens the record. */
  isLink: boolean
  statistics: readonly ('sum' | 'average')[]
}

export interface QueryItem {
  key: string
  title: string
  field: Field
  type: AnyFieldType
  rule: QueryRule
  /** Behind 展开. */
  folded: boolean
  required: boolean
  /** The list parameters this item may write. */
  names: readonly string[]
  defaults: Readonly<Record<string, string>>
}

/**
 * The built-in words that have a behaviour; the vocabulary knows more, and what has none is not drawn. A word that gets
 * one is added here and in `screens/list/tools.tsx`.
 */
export const actionKinds = [
  'add',
  'edit',
  'detail',
  'copy',
  'delete',
  'deleteBatch',
  'addChild',
  'print',
] as const

export type ActionKind = (typeof actionKinds)[number] | 'move' | 'open' | 'call'

export interface ActionPlan {
  code: string
  title: string
  /** The name of its icon, where the document says one. */
  icon?: string
  kind: ActionKind
  danger: boolean
  confirm?: string
  when?: Action['when']
  /** It may be done to several rows at once. */
  batch: boolean
  move?: Move
  /** The document that opens, and what it is told. */
  open?: string
  send?: Action['send']
  call?: Action['call']
}

export interface Sort {
  column: string
  order: 'asc' | 'desc'
}

export interface ListUrls {
  list: string
  add: string
  edit: string
  delete: string
  deleteBatch: string
  queryById: string
  move(code: string, isBatch?: boolean): string
}

/** How the rows of a tree list hang on each other: keys of its rows. */
export interface TreePlan {
  parent: string
  hasChild?: string
  leaf?: string
  /** The column that opens and closes; the first one where it is not shown. */
  text?: string
  /** Branches are loaded when they are opened; else the answer holds the whole tree. */
  lazy: boolean
  /** One branch, by the record it hangs on, and several by a comma list of `parentIds`. */
  children: { url: string; param: string }
  batch?: string
}

export interface ListPlan {
  id: string
  title: string
  columns: readonly Column[]
  query: readonly QueryItem[]
  toolbar: readonly ActionPlan[]
  /** What may be done to the selected rows; they take the toolbar's place while rows are selected. */
  batch: readonly ActionPlan[]
  row: readonly ActionPlan[]
  canDetail: boolean
  needs: readonly string[]
  sort: Sort
  pageSize: number
  paging: boolean
  selectable: boolean
  /** The chosen rows stand in the address: what hangs on them is there again after a reload. */
  keepsSelection: boolean
  scrollX?: number
  sideTree?: ScreenDocument['sideTree']
  tree?: TreePlan
  flow?: Flow
  url: ListUrls
}
