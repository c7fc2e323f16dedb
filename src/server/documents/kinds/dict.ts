import { fieldValues } from '#runtime/fields/values.ts'
import { findMask } from '#runtime/kernel/text/mask.ts'
import type { DictDocument, StoredScreen } from '#runtime/schema/types.ts'
import { designRead } from '../check/constants.ts'
import { indexColumns } from '../plan/column.ts'
import type { ServerKind } from './contract.ts'
import type { RegistrationServices } from './registration-services.ts'

type Dictionaries = RegistrationServices['dictionaries']
type ScreenSource = Extract<NonNullable<DictDocument['source']>, { screen: string }>

export const dictKind: ServerKind<DictDocument> = {
  kind: 'dict',
  // The columns of a dictionary over a screen are those of the screen.
  dependencies: ({ source }) => (source && 'screen' in source ? [source.screen] : []),
  openCode: () => designRead,
  indexEntry: ({ code }) => ({ components: [code], code }),
  async register({ document: { code, items, tree, source } }, { dictionaries }, screens) {
    if (items) dictionaries.registerItems(code, items)
    if (tree) await dictionaries.registerTree(tree)
    if (!source) return
    if ('screen' in source) registerScreenSource(dictionaries, code, source, screens(source.screen))
    else {
      const { filters = [], fields = [], ...rest } = source
      dictionaries.registerTable(code, {
        ...rest,
        filters: Object.fromEntries(filters.map((name) => [name, name])),
        fields: Object.fromEntries(
          fields.map((name) => [name, { column: name, fromDb: (raw) => raw ?? null }]),
        ),
      })
    }
  },
  forgetNames: ({ document }, { dictionaries }) => dictionaries.unregister(document.code),
  // A dictionary has no menu entry; `forgetNames` removed its code.
  unregister: async () => undefined,
}

/** Registers columns of a screen's table as a dictionary; without a readable text and value there is none. */
function registerScreenSource(
  dictionaries: Dictionaries,
  code: string,
  source: ScreenSource,
  screen: StoredScreen | undefined,
): void {
  // All signed-in users may read a dictionary, so it contains no restricted field.
  const open = (screen?.fields ?? []).filter(
    (field) => !field.writeOnly && !field.access?.read && !findMask(field),
  )
  // The system columns are included: a tree identifies its records by `id`.
  const stored = indexColumns(open, fieldValues)
  const columns = new Map([...stored].map(([key, { name }]) => [key, name]))
  const [text, value] = [columns.get(source.text), columns.get(source.value)]
  // A field that was open before may be restricted now.
  if (!screen || text === undefined || value === undefined) {
    dictionaries.unregister(code)
    return
  }
  const { name: table, softDelete = false } = screen.table
  const parent = source.parent === undefined ? undefined : columns.get(source.parent)
  const filters = Object.fromEntries(
    (source.filters ?? []).flatMap((key) => {
      const column = columns.get(key)
      return column === undefined ? [] : [[key, column]]
    }),
  )
  const fields = Object.fromEntries(
    (source.fields ?? []).flatMap((key) => {
      const column = stored.get(key)
      return column ? [[key, { column: column.name, fromDb: column.fromDb }]] : []
    }),
  )
  dictionaries.registerTable(code, {
    table,
    text,
    value,
    screen,
    softDelete,
    filters,
    fields,
    ...(parent && { parent }),
  })
}
