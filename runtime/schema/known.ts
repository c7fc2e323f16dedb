import { asText, isJsonObject, type JsonObject, unwritableKey } from '#runtime/kernel/json.ts'
import { componentClaims } from './kinds/claims.ts'
import type { AnyDocumentKind, NameClaims } from './kinds/contract.ts'
import { documentKinds, findKind } from './kinds/index.ts'
import { isOverlay, resolveDocument } from './kinds/screen/overlay.ts'
import type { KnownNames, RegisteredNames } from './names/known-names.ts'

/** The names of a document; of an unknown kind, the components that it claims. */
export const readNames = (document: JsonObject, kinds: readonly AnyDocumentKind[]): NameClaims =>
  findKind(document, kinds)?.names(document) ?? { claims: componentClaims(document) }

/** The mutable form of the names that documents define. */
const emptyNames = () => ({
  dicts: new Map<string, { id: string; choices?: ReadonlyMap<string, string> }>(),
  pickers: new Map<string, { id: string; source: string }>(),
  screens: new Map<string, ReadonlyMap<string, JsonObject>>(),
  reports: new Map<string, { code: string; keys: ReadonlySet<string>; needsParam: boolean }>(),
  columns: new Map<string, ReadonlyMap<string, JsonObject | null>>(),
  owners: new Map<string, Map<string, string>>(),
})

/**
 * Collects the names of all documents, with or without problems. Of two documents with one id the later counts, so files
 * under check are passed last and replace their stored versions; a name claimed twice belongs to the first document. A document
 * that cannot be checked has no names.
 */
export function collectKnown(
  documents: Iterable<unknown>,
  registered: RegisteredNames,
  kinds: readonly AnyDocumentKind[] = documentKinds,
): KnownNames {
  const byId = new Map<string, JsonObject>()
  for (const document of documents) {
    const id = isJsonObject(document) ? asText(document.id) : undefined
    if (isJsonObject(document) && id && !unwritableKey(document)) byId.set(id, document)
  }
  const names = emptyNames()
  for (const [id, written] of overlaysLast(byId)) {
    const { claims, dict, picker, screen, report, columns } = readNames(
      resolvedOrWritten(written, byId),
      kinds,
    )
    for (const { space, name } of claims) {
      const owners = names.owners.get(space) ?? new Map<string, string>()
      if (!owners.has(name)) owners.set(name, id)
      names.owners.set(space, owners)
    }
    if (dict && !names.dicts.has(dict.code)) names.dicts.set(dict.code, { id, choices: dict.choices })
    if (picker && !names.pickers.has(picker.code))
      names.pickers.set(picker.code, { id, source: picker.source })
    if (screen) names.screens.set(id, screen.fields)
    if (report) names.reports.set(id, report)
    for (const [table, added] of columns ?? []) {
      const existing = names.columns.get(table)
      // An overlay adds its own columns to the table of its base.
      if (!existing) names.columns.set(table, added)
      else if (isOverlay(written)) names.columns.set(table, new Map([...added, ...existing]))
    }
  }
  const sets = registeredSets(registered)
  const menuParents = new Set([...sets.menuParents, ...(names.owners.get('menuGroup')?.keys() ?? [])])
  return { ...names, ids: new Set(byId.keys()), documents: byId, ...sets, menuParents }
}

/** Overlays are processed last, so that a table belongs to the screen that defines it. */
const overlaysLast = (byId: ReadonlyMap<string, JsonObject>): [string, JsonObject][] =>
  [...byId].sort(([, a], [, b]) => Number(isOverlay(a)) - Number(isOverlay(b)))

/** The document as it is served, or as it is written where its base has errors. */
function resolvedOrWritten(document: JsonObject, byId: ReadonlyMap<string, JsonObject>): JsonObject {
  const resolved = resolveDocument(document, (id) => byId.get(id))
  return resolved.ok ? resolved.document : document
}

const registeredSets = (registered: RegisteredNames) => ({
  effects: new Set(registered.effects),
  effectFields: new Map(Object.entries(registered.effectFields)),
  lookups: new Set(registered.lookups),
  hooks: new Set(registered.hooks),
  hookTables: new Map(Object.entries(registered.hookTables)),
  handlers: new Set(registered.handlers),
  widgets: new Set(registered.widgets),
  blockWidgets: new Set(registered.blockWidgets),
  actionViews: new Set(registered.actionViews),
  menuParents: new Set(registered.menuParents),
})
