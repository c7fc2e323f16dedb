import { getActions } from '#runtime/schema/action-codes.ts'
import { getPerm, listFields, queryableFields, type ScreenView } from '#runtime/schema/derive.ts'
import { layoutPlan } from '#runtime/schema/layouts/plans.ts'
import { isNameField } from '#runtime/schema/names/name-field.ts'
import { parseSort } from '#runtime/schema/query/sort.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import {
  type ActionLists,
  compileActions,
  isEdited,
  withAdvancedQuery,
  withBatchEdit,
  withHistory,
} from './actions.ts'
import type { CompileEnv } from './compile-env.ts'
import { rowKeys } from './list/batch-fields.ts'
import { groupKeys } from './list/group-keys.ts'
import type { Column, ListPlan, ListUrls, TreePlan } from './plan.ts'
import { compileFilters, compileQuery } from './query.ts'
import { screenDictionaries } from './screen-dictionaries.ts'

/** Width of a column without a declared width. */
export const DEFAULT_WIDTH = 140

export function compileList(screen: ScreenDocument, env: CompileEnv): ListPlan {
  const columns = compileColumns(screen, env)
  const layout = layoutPlan(screen)
  const isDrawing = layout.records === 'drawing'
  const tree = findTree(screen)
  const query = compileQuery({ fields: queryableFields(screen, env.types) }, env)
  const actions = compileScreenActions(screen, env)
  const pageSize = screen.list?.pageSize ?? layout.pageSize ?? DEFAULT_PAGE_SIZE
  const url = buildUrls(screen)
  const expand = (screen.list?.expand ?? []).flatMap((key) =>
    readColumns({ ...screen, list: { fields: [key] } }, env),
  )
  return {
    id: screen.id,
    title: screen.title,
    columns,
    query,
    filters: compileFilters(columns, query),
    ...(isDrawing ? withoutBatches(actions) : actions),
    canDetail: env.can(`${getPerm(screen)}:detail`),
    ...(isEdited(screen, env.can) ? { editKeys: rowKeys(screen, env.can) } : {}),
    ...(url.summary && !isDrawing ? { groupKeys: groupKeys(screen, columns, env) } : {}),
    needs: screenDictionaries(screen, env.types),
    sort: parseSort(screen.list?.sort),
    pageSize,
    pageSizes: listPageSizes(screen.list?.pageSizes, pageSize),
    paging: screen.list?.paging ?? tree?.lazy ?? true,
    selectable: screen.list?.select ?? true,
    keepsSelection: layout.showsParts === true,
    emptyTitle: screen.list?.empty,
    scrollX: screen.list?.scrollX,
    sideTree: screen.sideTree,
    ...(tree ? { tree } : {}),
    ...(expand.length > 0 ? { expand } : {}),
    flow: screen.flow,
    url,
  }
}

/** The actions that the document offers and the user may use. */
export const compileScreenActions = (screen: ScreenDocument, env: CompileEnv): ActionLists =>
  compileActions(
    screen,
    withHistory(screen, withAdvancedQuery(screen, withBatchEdit(screen, getActions(screen), env.can))),
    env,
  )

/** The actions of a list whose rows are not selected. */
const withoutBatches = ({ toolbar, row }: ActionLists): ActionLists => ({
  toolbar: toolbar.filter(({ batch }) => !batch),
  batch: [],
  row,
})

const isTree = (screen: ScreenDocument): boolean => layoutPlan(screen).records === 'tree'

/** The columns that the user may see, without links to records. */
export function readColumns(screen: ScreenView, { types, can }: CompileEnv): Column[] {
  return listFields(screen, types).flatMap((column): Column[] => {
    const type = types.get(column.field.type)
    if (!type || (column.field.access?.read && !can(column.field.access.read))) return []
    return [{ ...column, type, isLink: false, statistics: column.statistics ?? [] }]
  })
}

/** How well a column names a record: 0 by its name, 1 by its number, 2 by any other text. */
const namingRank = ({ field }: Column): number => {
  if (isNameField(field)) return 0
  return field.auto === undefined ? 2 : 1
}

/** Page sizes that are offered unless the document declares its own; a user may add others. */
const DEFAULT_PAGE_SIZES = [10, 20, 30]
const DEFAULT_PAGE_SIZE = 10

/** The declared sizes, or the default ones, with the initial size among them. */
export const listPageSizes = (declared: readonly number[] | undefined, pageSize: number): number[] =>
  [...new Set([...(declared ?? DEFAULT_PAGE_SIZES), pageSize])].sort((a, b) => a - b)

function compileColumns(screen: ScreenDocument, env: CompileEnv): Column[] {
  const columns = readColumns(screen, env)
  // The identifying column of a record: its name, else its number, else its widest plain text, the first of several.
  const [link] = columns
    .filter(
      ({ field, type, align }) =>
        align === 'left' &&
        !type.isDrawn &&
        // A computed answer, such as the uses of a rule, is no record that a form could open.
        field.persist !== false &&
        !field.widget &&
        !field.dictCode &&
        !field.popupCode,
    )
    .sort((a, b) => namingRank(a) - namingRank(b) || (b.width ?? DEFAULT_WIDTH) - (a.width ?? DEFAULT_WIDTH))
  // A name with an address of its own leads there, and no other column to the record.
  if (link && !link.field.href && env.can(`${getPerm(screen)}:detail`)) link.isLink = true
  return columns
}

/** A tree of this server is queried by `pid`; another one by the key of the parent record. */
function findTree(screen: ScreenDocument): TreePlan | undefined {
  const { id, tree } = screen
  if (!isTree(screen) || !tree) return
  const { url, lazy = true, ...keys } = tree
  const isOwn = url?.children === undefined
  const batch = isOwn ? `/resource/${id}/getChildListBatch` : url.batch
  return {
    ...keys,
    lazy,
    children: isOwn
      ? { url: `/resource/${id}/childList`, param: 'pid' }
      : { url: url.children as string, param: tree.parent },
    ...(batch ? { batch } : {}),
  }
}

function buildUrls(screen: ScreenDocument): ListUrls {
  const urls = screen.url ?? {}
  const at = (verb: string) => urls[verb] ?? `/resource/${screen.id}/${verb}`
  const top = isTree(screen) && (screen.tree?.url?.roots ?? urls.list ?? at('rootList'))
  return {
    list: top || at('list'),
    add: at('add'),
    edit: at('edit'),
    delete: at('delete'),
    deleteBatch: at('deleteBatch'),
    queryById: at('queryById'),
    exportXls: at('exportXls'),
    importExcel: at('importExcel'),
    ...(urls.list === undefined && !isTree(screen) ? { summary: at('summary') } : {}),
    move: (code, isBatch) =>
      (isBatch ? urls.auditorBatch : undefined) ?? `/resource/${screen.id}/move/${code}`,
  }
}

/** The columns whose totals a list shows. */
export const totalledColumns = (columns: readonly Column[]): Column[] =>
  columns.filter((column) => column.statistics.length > 0)
