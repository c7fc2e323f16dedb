import type { AnyFieldType } from '#runtime/contract/contract.ts'
import type { LevelKeys } from '#runtime/record/scope.ts'
import type { QueryRule } from '#runtime/schema/field-value.ts'
import type { Sort } from '#runtime/schema/query/sort.ts'
import type { Action, Field, Flow, Move, ScreenDocument } from '#runtime/schema/types.ts'

/** A compiled list column; columns that the user may not see are left out. */
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
  /** The column that names a record opens it. */
  isLink: boolean
  statistics: readonly ('sum' | 'average')[]
}

export interface QueryItem {
  key: string
  title: string
  field: Field
  type: AnyFieldType
  rule: QueryRule
  /** Hidden behind 展开. */
  folded: boolean
  required: boolean
  /** The list parameters that this item may write. */
  names: readonly string[]
  defaults: Readonly<Record<string, string>>
}

/**
 * The built-in actions with a behaviour; documents may name others, which are not drawn. A new one is added here and
 * in `screens/list-kit/toolbar/tools.tsx`.
 */
export const actionKinds = [
  'add',
  'edit',
  'detail',
  'copy',
  'delete',
  'deleteBatch',
  'editBatch',
  'addChild',
  'print',
  'history',
  'import',
  'export',
  'superQuery',
] as const

export type ActionKind = (typeof actionKinds)[number] | 'move' | 'open' | 'view' | 'call' | 'pick'

export interface ActionPlan {
  code: string
  title: string
  /** The icon name, if the document declares one. */
  icon?: string
  kind: ActionKind
  danger: boolean
  confirm?: string
  when?: Action['when']
  /** The keys of the rows that `when` and values to send are about. */
  keys: LevelKeys
  /** It applies to several rows at once. */
  batch: boolean
  move?: Move
  /** The document to open, and its parameters. */
  open?: string
  send?: Action['send']
  /** The opened document gets a new record that follows from the rows. */
  isFollowUp?: boolean
  /** The registered view that the action opens. */
  view?: string
  call?: Action['call']
  /** The picker whose chosen records are the rows of the call. */
  pick?: string
}

export interface ListUrls {
  list: string
  add: string
  edit: string
  delete: string
  deleteBatch: string
  queryById: string
  exportXls: string
  importExcel: string
  /** Totals of all pages; absent for a list with a route of its own. */
  summary?: string
  move(code: string, isBatch?: boolean): string
}

/** Keys of the rows of a tree list. */
export interface TreePlan {
  parent: string
  hasChild?: string
  leaf?: string
  /** The column that expands and collapses; the first one if it is not shown. */
  text?: string
  /** Branches are loaded on expansion; otherwise the response contains the whole tree. */
  lazy: boolean
  /** A record in view mode is drawn at the right of the tree. */
  card?: boolean
  /** Parameters of one branch by its parent, and of several by a comma list of `parentIds`. */
  children: { url: string; param: string }
  batch?: string
}

export interface ListPlan {
  id: string
  title: string
  columns: readonly Column[]
  query: readonly QueryItem[]
  /** The choices in the heads of columns, by the key of the column; those of query items are the same conditions. */
  filters: ReadonlyMap<string, QueryItem>
  toolbar: readonly ActionPlan[]
  /** The actions for selected rows; they replace the toolbar while rows are selected. */
  batch: readonly ActionPlan[]
  row: readonly ActionPlan[]
  canDetail: boolean
  /** The keys of the columns whose values can be edited in their cells (F2); absent where records are not edited. */
  editKeys?: ReadonlySet<string>
  /** The keys of the columns by whose values a user may group the rows; absent where rows are not grouped. */
  groupKeys?: ReadonlySet<string>
  needs: readonly string[]
  sort: Sort
  pageSize: number
  pageSizes: readonly number[]
  paging: boolean
  selectable: boolean
  /** Selected rows are stored in the address: their details are shown again after a reload. */
  keepsSelection: boolean
  /** The title of the list without any record, instead of the default one. */
  emptyTitle?: string
  /** Further values that open below a row. */
  expand?: readonly Column[]
  scrollX?: number
  sideTree?: ScreenDocument['sideTree']
  tree?: TreePlan
  flow?: Flow
  url: ListUrls
}
