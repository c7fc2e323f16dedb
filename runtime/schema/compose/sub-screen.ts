import { parseExpression } from '#runtime/kernel/expression.ts'
import { getPerm, getTitle, permOfDetail } from '../derive.ts'
import type { Actions } from '../language/actions.ts'
import { auditKeys, type DetailField, type Field, isDetail, type ScreenDocument } from '../types.ts'

const environment = new Set<string>(['user', 'params', 'mode', 'today', 'now', ...auditKeys])
const DEFAULT_ACTIONS: Actions = { toolbar: ['add', 'deleteBatch'], row: ['edit', 'delete'] }

/** Whether an expression reads a name that the keys do not contain: then only the server can evaluate it. */
function readsBeyond(text: string | undefined, keys: ReadonlySet<string>): boolean {
  const read = text === undefined ? null : parseExpression(text)
  if (!read?.ok) return false
  return read.value.names.some((name) => {
    const [first = '', second = ''] = name.split('.')
    const key = first === 'row' || first === 'form' ? second : first
    return !keys.has(key) && !environment.has(key)
  })
}

/** A field whose record is only partly loaded: the server applies the rules that need the rest. */
function narrowed(field: Field, keys: ReadonlySet<string>): Field {
  const result = { ...field }
  if (readsBeyond(field.compute, keys)) {
    delete result.compute
    result.disabled = true
  }
  for (const word of ['showIf', 'requireIf', 'disableIf'] as const)
    if (readsBeyond(field[word], keys)) delete result[word]
  result.validateRules = field.validateRules?.filter((rule) => !readsBeyond(rule.check, keys))
  return result
}

const listKeys = (fields: readonly Field[]) => new Set(fields.map((field) => field.key))

/** A screen without the rows that are saved by themselves: its list and its form. */
export function headScreen(screen: ScreenDocument): ScreenDocument {
  const fields = screen.fields.filter((field) => !(isDetail(field) && field.own))
  if (fields.length === screen.fields.length) return screen
  const keys = listKeys(fields)
  return { ...screen, fields: fields.map((field) => (isDetail(field) ? field : narrowed(field, keys))) }
}

/** The server's address of the detail rows of one record. */
const buildAddress =
  (screen: Pick<ScreenDocument, 'id'>, detail: { key: string }, master: string) => (verb: string) =>
    `/resource/${screen.id}/${detail.key}/${verb}?master=${encodeURIComponent(master)}`

/**
 * The rows of a detail under one record as a screen of their own: list, form, rights and addresses follow, and
 * everything that draws screens draws it. Rows that are saved with their head, or may not change now, are only read.
 */
export function detailTableScreen(
  screen: ScreenDocument,
  detail: DetailField,
  { master, frozen = false }: { master: string; frozen?: boolean },
): ScreenDocument {
  const at = buildAddress(screen, detail, master)
  const isSavedSeparately = detail.own === true
  const declaredActions = detail.actions ?? DEFAULT_ACTIONS
  const reading: Actions = {
    toolbar: [],
    row: (declaredActions.row ?? []).filter((entry) => entry === 'detail'),
  }
  const keys = listKeys(detail.fields)
  const fields = detail.fields.map((field) => {
    const result = narrowed(field, keys)
    // Unique within the record: the browser has one page of its rows, the server has all.
    result.validateRules = result.validateRules?.map(({ unique: _, ...rule }) => rule)
    return result
  })
  return {
    version: screen.version,
    kind: 'screen',
    id: `${screen.id}/${detail.key}`,
    title: getTitle(detail),
    perm: isSavedSeparately ? permOfDetail(screen, detail) : getPerm(screen),
    fields,
    list: {
      sort: detail.dragSortKey ?? 'createTime',
      select: isSavedSeparately && !frozen,
      // Saved queries belong to documents.
      superQuery: false,
    },
    actions:
      isSavedSeparately && !frozen ? declaredActions : isSavedSeparately ? reading : { toolbar: [], row: [] },
    url: Object.fromEntries(
      ['list', 'add', 'edit', 'delete', 'deleteBatch', 'queryById'].map((verb) => [verb, at(verb)]),
    ),
  }
}
