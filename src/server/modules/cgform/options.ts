import type { JsonObject } from '#runtime/kernel/json.ts'
import { details, getPerm } from '#runtime/schema/derive.ts'
import type { Field, StoredScreen } from '#runtime/schema/types.ts'
import type { DictionaryItems } from '../../reports/services.ts'

/** What a user may see of a screen. */
export interface Viewer {
  /** Whether the user may read a field of the screen, by its key. */
  isShown(key: string): boolean
  /** Whether the user holds a permission code. */
  can(code: string): boolean
}

export const hasTexts = (field: Field): boolean =>
  field.dictCode !== undefined || Array.isArray(field.options)

interface Option {
  value: string | number
  text: string
  title: string
}

/** The options of a field as clients of online forms expect them. */
export async function readOptions(field: Field, dictionaries: DictionaryItems): Promise<Option[]> {
  const items =
    typeof field.dictCode === 'string'
      ? await dictionaries.items(field.dictCode)
      : ((field.options ?? []) as readonly { value: string | number; text?: string }[])
  return items.map(({ value, text = String(value) }) => ({ value, text, title: text }))
}

/** The fields of a detail table that a user may read. */
export const readableFields = (fields: readonly Field[], { can }: Viewer): Field[] =>
  fields.filter(({ access, type }) => type !== 'hidden' && (access?.read === undefined || can(access.read)))

/** The detail tables of a screen that a user may read. */
export const readableDetails = (screen: StoredScreen, { can }: Viewer) =>
  details(screen).filter(({ access }) => access?.read === undefined || can(access.read))

/** The verbs of a screen with the built-in buttons of online forms that they allow. */
const buttons: Readonly<Record<string, readonly string[]>> = {
  add: ['add'],
  edit: ['update', 'edit'],
  delete: ['delete'],
  deleteBatch: ['batch_delete'],
  import: ['import'],
  export: ['export'],
  detail: ['detail'],
}

/** The built-in buttons that a user may not use. */
export const hiddenButtons = (screen: StoredScreen, { can }: Viewer): string[] =>
  Object.entries(buttons).flatMap(([verb, codes]) =>
    can(`${getPerm(screen)}:${verb === 'deleteBatch' ? 'delete' : verb}`) ? [] : codes,
  )

/** The dictionary of a field in the words of online forms: a code, or `dictTable`, `dictText`, `dictCode` of a table. */
export function dictWords({ dictCode }: Field): JsonObject {
  if (typeof dictCode !== 'string') return {}
  const [table, text, value] = dictCode.split(',')
  return text === undefined ? { dictCode } : { dictTable: table, dictText: text, dictCode: value }
}
