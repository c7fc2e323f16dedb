import { appError } from '#runtime/kernel/errors.ts'
import { advancedNames } from '#runtime/rules/advanced-query/params.ts'
import {
  buildSort,
  parseSort,
  type Sort,
  type SortEntry,
  sortEntries,
  sortText,
} from '#runtime/schema/query/sort.ts'
import type { ListPlan } from '../plan.ts'

/** The address of a call; an empty address in a foreign document is refused with its key. */
export function configuredUrl(name: 'list' | 'delete' | 'deleteBatch' | 'auditorBatch', url: string): string {
  if (url === '') throw appError('MISSING_URL', { values: { name } })
  return url
}

/** `/stock/goods?id={spid}` with the values of a record, escaped. */
export const fillHref = (href: string, record: Readonly<Record<string, unknown>>): string =>
  href.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(record[key] ?? '')))

/**
 * `/stock/in-bill?createBy={user.username}&fkind={params.kind}` with the values of the current user and of the filters of a
 * panel, escaped; values of records are filled later.
 */
export const pageHref = (
  href: string,
  values: Readonly<Record<'user' | 'params', Readonly<Record<string, unknown>>>>,
): string =>
  href.replace(/\{(user|params)\.(\w+)\}/g, (_, owner: 'user' | 'params', key: string) =>
    encodeURIComponent(String(values[owner][key] ?? '')),
  )

/** How a form is opened; a copy is an addition that starts from another record. */
export type OpenMode = 'add' | 'edit' | 'detail' | 'copy'

/** The complete list state in an address; absent parts have the defaults of the plan. */
export interface ListState {
  pageNo: number
  pageSize: number
  sort: Sort
  conditions: Readonly<Record<string, string>>
  /** The key of the column by whose values the rows are grouped. */
  group?: string
  /** The code of the selected node of the side tree. */
  tree?: string
  /** The id of the saved view that was opened last. */
  saved?: string
  /** The selected rows, if the plan stores them in the address. */
  rows?: readonly string[]
  /** `under`: the parent of a new record, its day in a calendar, its column in a board. `from`: the records from which a new one follows, such as `bill/purchase:toInBill:1,2`. `page`: shown on a page, for any setting of the document. */
  form?: { mode: OpenMode; id?: string; under?: string; from?: string; page?: true }
}

const moves: readonly (keyof ListState)[] = ['pageNo', 'pageSize', 'sort', 'conditions', 'group', 'tree']

/**
 * The state after a change. Selected rows in the address are on the current page: another page starts without a
 * selection.
 */
export function changeList(state: ListState, patch: Partial<ListState>, plan: ListPlan): ListState {
  const isElsewhere = plan.keepsSelection && !patch.rows && moves.some((key) => key in patch)
  return { ...state, ...(isElsewhere ? { rows: [] } : {}), ...patch }
}

const modes: readonly string[] = ['add', 'edit', 'detail', 'copy'] satisfies OpenMode[]
/** Parameters of a list besides its conditions. */
const ours: readonly string[] = [
  'page',
  'size',
  'sort',
  'group',
  'tree',
  'saved',
  'row',
  'form',
  'id',
  'under',
  'from',
  'view',
  'q',
]
/** Conditions have a prefix so that no field key collides with `page` or `id`. */
const prefix = 'q.'

/** Whether the user may compose an advanced query. */
export const isAdvanced = (plan: Pick<ListPlan, 'toolbar'>): boolean =>
  plan.toolbar.some(({ kind }) => kind === 'superQuery')

const listNames = (plan: ListPlan): ReadonlySet<string> =>
  new Set([
    ...[...plan.query, ...plan.filters.values()].flatMap((item) => item.names),
    ...(isAdvanced(plan) ? advancedNames : []),
  ])

const positive = (text: string | null, fallback: number, max: number): number => {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 && number <= max ? number : fallback
}

const readSort = (text: string | null, plan: ListPlan): Sort => {
  if (!text) return plan.sort
  const isSortable = ({ key }: SortEntry) => plan.columns.some((item) => item.sortable && item.key === key)
  const entries = sortEntries(parseSort(text)).filter(isSortable)
  return entries.length > 0 ? buildSort(entries) : plan.sort
}

const readForm = (params: URLSearchParams): ListState['form'] => {
  const id = params.get('id') ?? undefined
  const mode = params.get('form') ?? (id ? 'detail' : null)
  if (!mode || !modes.includes(mode)) return
  if (mode !== 'add' && !id) return
  const [under, from] = ['under', 'from'].map((key) => mode === 'add' && params.get(key))
  const page = mode === 'detail' && params.get('view') === 'page' ? { page: true as const } : {}
  return {
    mode: mode as OpenMode,
    ...(id ? { id } : {}),
    ...(under && { under }),
    ...(from && { from }),
    ...page,
  }
}

/**
 * Parses an address; unknown columns, sizes and modes are replaced by defaults. `pageSize` is for an address that names
 * neither a page nor a size: a page without a size is one of the document's size, for every user.
 */
export function decodeList(
  params: URLSearchParams,
  plan: ListPlan,
  pageSize: number = plan.pageSize,
): ListState {
  const names = listNames(plan)
  const conditions: Record<string, string> = {}
  if (params.has('q')) {
    for (const [key, value] of params) {
      const name = key.startsWith(prefix) ? key.slice(prefix.length) : ''
      if (names.has(name) && value !== '') conditions[name] = value
    }
  } else {
    for (const item of plan.query) Object.assign(conditions, item.defaults)
    // A link from outside has conditions without the prefix.
    for (const [name, value] of params)
      if (names.has(name) && !ours.includes(name) && value !== '') conditions[name] = value
  }
  const group = params.get('group')
  const tree = plan.sideTree && params.get('tree')
  const saved = params.get('saved')
  const form = readForm(params)
  const rows = (plan.keepsSelection && params.get('row')?.split(',').filter(Boolean)) || []
  return {
    pageNo: positive(params.get('page'), 1, 1_000_000),
    pageSize: positive(params.get('size'), params.has('page') ? plan.pageSize : pageSize, 200),
    sort: readSort(params.get('sort'), plan),
    conditions,
    ...(group && plan.groupKeys?.has(group) ? { group } : {}),
    ...(tree ? { tree } : {}),
    ...(saved ? { saved } : {}),
    ...(rows.length > 0 ? { rows } : {}),
    ...(form ? { form } : {}),
  }
}

/**
 * Writes a state into an address; other parameters stay unchanged. A size is named if it is not that of the document, or
 * not the one that the address would have without it.
 */
export function encodeList(
  state: ListState,
  plan: ListPlan,
  base = new URLSearchParams(),
  pageSize: number = plan.pageSize,
): URLSearchParams {
  const params = new URLSearchParams(base)
  const names = listNames(plan)
  for (const key of [...params.keys()])
    if (ours.includes(key) || key.startsWith(prefix) || names.has(key)) params.delete(key)
  const defaults: Record<string, string> = Object.assign({}, ...plan.query.map((item) => item.defaults))
  const entries = Object.entries(state.conditions).filter(([, value]) => value !== '')
  const isDefault =
    entries.length === Object.keys(defaults).length &&
    entries.every(([key, value]) => defaults[key] === value)
  if (!isDefault) {
    // Written even without conditions, so that a removed default survives a reload.
    params.set('q', String(entries.length))
    for (const [key, value] of entries) params.set(prefix + key, value)
  }
  if (state.pageNo !== 1) params.set('page', String(state.pageNo))
  if (state.pageSize !== plan.pageSize || state.pageSize !== pageSize)
    params.set('size', String(state.pageSize))
  if (state.sort.column !== plan.sort.column || state.sort.order !== plan.sort.order)
    params.set('sort', sortText(state.sort))
  if (state.group) params.set('group', state.group)
  if (state.tree) params.set('tree', state.tree)
  if (state.saved) params.set('saved', state.saved)
  if (state.rows?.length) params.set('row', state.rows.join(','))
  if (state.form) {
    params.set('form', state.form.mode)
    if (state.form.id) params.set('id', state.form.id)
    if (state.form.under) params.set('under', state.form.under)
    if (state.form.from) params.set('from', state.form.from)
    if (state.form.page) params.set('view', 'page')
  }
  return params
}
