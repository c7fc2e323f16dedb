import type { JsonObject } from '#runtime/kernel/json.ts'
import { builtInActions, codeOfAction, getActions, isBuiltInAction } from '#runtime/schema/action-codes.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { toHeadId } from '../../../documents/head-id.ts'
import { getColumnName } from '../../../documents/plan/tables.ts'
import { type ColumnRight, getRight, listColumns } from '../../role/interface.ts'

/** Types and controls (docs/http.md, "Grants of forms"). */
export const FIELD_AUTH = 1
export const BUTTON_AUTH = 2
export const DATA_AUTH = 3
const EDITABLE = 3
const VISIBLE = 5
const LIST_PAGE = 3
const FORM_PAGE = 5

/** One right that roles may have: to see or to change a column, or to press a button. */
export interface AuthEntry {
  /** Of a column: its path and what it allows; of a button: its permission code. */
  id: string
  cgformId: string
  code: string
  title: string
  page: number
  type: number
  control: number
  status: 1
}

const READ = 'read'
const EDIT = 'edit'
const entryId = (path: string, verb: string): string => `${path}.${verb}`

/** The entries of the columns: each column can be restricted for a role, so all are enabled. */
export function columnEntries(screen: StoredScreen): AuthEntry[] {
  const common = { cgformId: toHeadId(screen), type: FIELD_AUTH, page: FORM_PAGE, status: 1 as const }
  return listColumns(screen).flatMap(({ path, title, isEditable }) => {
    const visible = { ...common, id: entryId(path, READ), code: path, title, control: VISIBLE }
    return isEditable ? [visible, { ...visible, id: entryId(path, EDIT), control: EDITABLE }] : [visible]
  })
}

/** The ids of the column entries that a role has by its permission codes. */
export const columnGrants = (screen: StoredScreen, granted: ReadonlySet<string>): string[] =>
  listColumns(screen).flatMap((column) => {
    const right = getRight(column, granted)
    if (right === 'none') return []
    return [
      entryId(column.path, READ),
      ...(right === 'edit' && column.isEditable ? [entryId(column.path, EDIT)] : []),
    ]
  })

/** The rights to columns for the ids of entries that a role is to have. */
export const columnRights = (
  screen: StoredScreen,
  ids: ReadonlySet<string>,
): { path: string; right: ColumnRight }[] =>
  listColumns(screen).map(({ path, isEditable }) => {
    const right: ColumnRight = ids.has(entryId(path, EDIT)) || !isEditable ? 'edit' : 'read'
    return { path, right: ids.has(entryId(path, READ)) || ids.has(entryId(path, EDIT)) ? right : 'none' }
  })

/** The codes of online forms for the words of documents. */
const buttonCodes: Readonly<Record<string, string>> = {
  deleteBatch: 'batch_delete',
  superQuery: 'super_query',
}

/** The entries of the buttons, one for each permission code. */
export function buttonEntries(screen: StoredScreen): AuthEntry[] {
  const { toolbar = [], row = [] } = getActions(screen)
  const entries = [...toolbar, ...row].map((entry): AuthEntry => {
    const word = typeof entry === 'string' ? entry : entry.code
    const move = screen.flow?.moves.find(({ code }) => code === word)
    const title =
      (typeof entry === 'string' ? undefined : entry.title) ??
      move?.title ??
      (isBuiltInAction(word) ? builtInActions[word] : word)
    return {
      id: codeOfAction(screen, entry),
      cgformId: toHeadId(screen),
      code: buttonCodes[word] ?? word,
      title,
      page: LIST_PAGE,
      type: BUTTON_AUTH,
      control: VISIBLE,
      status: 1,
    }
  })
  // Two buttons may need the same code, such as 删除 and 批量删除.
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}

/** The rows of the field list: every field with what lists and forms draw of it. */
export const columnRows = (screen: StoredScreen): JsonObject[] =>
  screen.fields
    .filter((field) => field.type !== 'table' && field.type !== 'hidden')
    .map((field) => ({
      id: `${toHeadId(screen)}.${field.key}`,
      cgformId: toHeadId(screen),
      code: getColumnName(field),
      title: getTitle(field),
      status: 1,
      listShow: field.list !== false,
      formShow: field.form !== false,
      formEditable: field.disabled !== true && field.compute === undefined,
      isShowForm: field.form === false ? 0 : 1,
      isShowList: field.list === false ? 0 : 1,
      tableName: screen.table.name,
    }))
