import { fieldValues } from '#runtime/fields/values.ts'
import { actionCodes, reportCodes } from '#runtime/schema/action-codes.ts'
import { permOf } from '#runtime/schema/derive.ts'
import {
  auditKeys,
  type DictDocument,
  type FormDocument,
  type PanelDocument,
  type StoredReport,
  type StoredScreen,
} from '#runtime/schema/types.ts'
import type { BaseServices } from '../app/services.ts'
import { uniqueKey } from '../modules/check/unique.ts'
import type { Registration } from '../modules/permission/permissions.ts'
import type { RegistryEntry } from './registry.ts'
import { columnOf, storageOf } from './tables.ts'

type RegistrationServices = Pick<BaseServices, 'permissions' | 'dictionaries' | 'uniqueChecks'>

export const pathOf = (id: string): string => `/${id}`

const registrationOf = (document: StoredScreen | StoredReport): Registration => {
  const { id, title, menu } = document
  const registration: Registration = {
    owner: id,
    codes: document.kind === 'screen' ? actionCodes(document) : reportCodes(document),
    listCode: `${permOf(document)}:list`,
  }
  if (menu) registration.menu = { id, title, path: pathOf(id), component: id, ...menu }
  return registration
}

/** Registers the names of a document: menu entry and codes, dictionary, unique checks. */
export async function registerDocument(
  house: RegistrationServices,
  entry: RegistryEntry,
  screens: (id: string) => StoredScreen | undefined,
): Promise<void> {
  const { document } = entry
  if (document.kind === 'dict') await announceDict(house, document, screens)
  if (document.kind === 'picker' && document.perm) {
    const { id, title, perm } = document
    await house.permissions.register({ owner: id, codes: [{ code: perm, title }], listCode: perm })
  }
  if (document.kind === 'form' || document.kind === 'panel') return announcePage(house, document)
  if (document.kind !== 'screen' && document.kind !== 'report') return
  if (!document.menu) await house.permissions.retire(document.id)
  await house.permissions.register(registrationOf(document))
  if (document.kind === 'screen')
    for (const [key, check] of uniqueChecksOf(entry, document)) house.uniqueChecks.set(key, check)
}

/** Reverses `registerDocument`. Codes and grants remain, in case the document returns. */
export async function unregisterDocument(
  house: RegistrationServices,
  entry: Pick<RegistryEntry, 'id' | 'document' | 'overlay'>,
): Promise<void> {
  const { id, document } = entry
  forgetNames(house, entry)
  const hasMenu =
    document.kind === 'screen' ||
    document.kind === 'report' ||
    document.kind === 'form' ||
    document.kind === 'panel'
  if (hasMenu) await house.permissions.retire(id)
}

/**
 * A form's code may be that of the button which opens it, and a panel's that of its list: then the code stays with
 * the screen that registered it.
 */
async function announcePage(
  { permissions }: RegistrationServices,
  { id, title, perm, menu }: FormDocument | PanelDocument,
): Promise<void> {
  if (!menu) await permissions.retire(id)
  if (perm === undefined) return
  const known = (await permissions.rows()).find((row) => row.perms === perm)
  const codes = !known || known.parentId === id ? [{ code: perm, title }] : []
  const entry = menu && { id, title, path: pathOf(id), component: id, ...menu }
  await permissions.register({ owner: id, codes, listCode: perm, ...(entry && { menu: entry }) })
}

/** Called before a changed document is registered again, to remove names that it no longer has. */
export function forgetNames(
  house: RegistrationServices,
  entry: Pick<RegistryEntry, 'document' | 'overlay'>,
): void {
  const { document } = entry
  if (document.kind === 'dict') house.dictionaries.unregister(document.code)
  if (document.kind === 'screen')
    for (const [key] of uniqueChecksOf(entry, document)) house.uniqueChecks.delete(key)
}

/**
 * Keys by the screen's id and the field's key for the product's client, and by table and column for clients of the contract; the
 * latter belong to the screen that created the table.
 */
function uniqueChecksOf({ overlay }: Pick<RegistryEntry, 'overlay'>, screen: StoredScreen) {
  const { table } = screen
  return screen.fields.flatMap((field) => {
    if (!field.validateRules?.some((rule) => rule.unique) || !storageOf(field, fieldValues)) return []
    const column = columnOf(field)
    const codes = [`${permOf(screen)}:list`, ...(field.access?.read ? [field.access.read] : [])]
    const check = { table: table.name, column, softDelete: table.softDelete === true, codes }
    const keys = [uniqueKey(screen.id, field.key), ...(overlay ? [] : [uniqueKey(table.name, column)])]
    return keys.map((key) => [key, check] as const)
  })
}

async function announceDict(
  { dictionaries }: RegistrationServices,
  { code, items, tree, source }: DictDocument,
  screens: (id: string) => StoredScreen | undefined,
): Promise<void> {
  if (items) dictionaries.registerItems(code, items)
  if (tree) await dictionaries.registerTree(tree)
  if (!source) return
  if ('table' in source) {
    const { filters = [], ...rest } = source
    dictionaries.registerTable(code, {
      ...rest,
      filters: Object.fromEntries(filters.map((name) => [name, name])),
    })
    return
  }
  const screen = screens(source.screen)
  // All signed-in users may read a dictionary, so restricted fields are excluded.
  const open = (screen?.fields ?? []).filter(({ writeOnly, access }) => !writeOnly && !access?.read)
  // Every record has the audit columns: a tree identifies its records by `id`.
  const columns = new Map([
    ...auditKeys.map((key): [string, string] => [key, columnOf({ key })]),
    ...open.map((field): [string, string] => [field.key, columnOf(field)]),
  ])
  const [text, value] = [columns.get(source.text), columns.get(source.value)]
  // A field that was open before may be restricted now.
  if (!screen || text === undefined || value === undefined) return dictionaries.unregister(code)
  const { name: table, softDelete = false } = screen.table
  const parent = source.parent === undefined ? undefined : columns.get(source.parent)
  const filters = Object.fromEntries(
    (source.filters ?? []).flatMap((key) => {
      const column = columns.get(key)
      return column === undefined ? [] : [[key, column]]
    }),
  )
  dictionaries.registerTable(code, { table, text, value, softDelete, filters, ...(parent && { parent }) })
}
