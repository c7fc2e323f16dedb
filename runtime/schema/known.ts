import { asText, isJsonObject, type JsonObject, recordsOf, textsOf } from '#runtime/kernel/json.ts'
import { isOverlay, resolveOverlay } from './overlay.ts'
import { reportColumns } from './report-columns.ts'

interface KnownReport {
  code: string
  keys: ReadonlySet<string>
  asks: boolean
}

/** All words that a document may name and that stand elsewhere; maps carry the owner's id. */
export interface KnownNames {
  dicts: ReadonlyMap<string, { id: string; values?: ReadonlySet<string> }>
  /** `source`: the id of the screen or report that is picked from. */
  pickers: ReadonlyMap<string, { id: string; source: string }>
  /** Screen id -> keys of its fields. */
  screens: ReadonlyMap<string, ReadonlySet<string>>
  /** Report id -> its code, the keys of its fields, and whether it runs only when something was asked before. */
  reports: ReadonlyMap<string, KnownReport>
  tables: ReadonlyMap<string, string>
  /** What reports may read: table -> column -> its field, where it has one. Never write-only values. */
  columns: ReadonlyMap<string, ReadonlyMap<string, JsonObject | null>>
  components: ReadonlyMap<string, string>
  ids: ReadonlySet<string>
  /** As they are written, by id: what overlays stand on. */
  documents: ReadonlyMap<string, JsonObject>
  effects: ReadonlySet<string>
  lookups: ReadonlySet<string>
  hooks: ReadonlySet<string>
  handlers: ReadonlySet<string>
  widgets: ReadonlySet<string>
  blockWidgets: ReadonlySet<string>
  menuParents: ReadonlySet<string>
}

/** What code, not a document, stands behind (`src/server/registered-names.ts`). */
export type RegisteredNames = Readonly<
  Record<
    'effects' | 'lookups' | 'hooks' | 'handlers' | 'widgets' | 'blockWidgets' | 'menuParents',
    readonly string[]
  >
>

/**
 * Collects the names of all documents, sound or not. Of two with one id the later counts, so files under check
 * come last and replace their stored selves; a name claimed twice belongs to the document that stands first.
 */
export function collectKnown(documents: Iterable<unknown>, registered: RegisteredNames): KnownNames {
  const byId = new Map<string, JsonObject>()
  for (const document of documents) {
    const id = isJsonObject(document) ? asText(document.id) : undefined
    if (isJsonObject(document) && id) byId.set(id, document)
  }
  const dicts = new Map<string, { id: string; values?: ReadonlySet<string> }>()
  const pickers = new Map<string, { id: string; source: string }>()
  const screens = new Map<string, ReadonlySet<string>>()
  const reports = new Map<string, KnownReport>()
  const columns = new Map<string, ReadonlyMap<string, JsonObject | null>>()
  const tables = new Map<string, string>()
  const components = new Map<string, string>()
  for (const [id, written] of wholeFirst(byId)) {
    const document = wholeOf(written, byId)
    const code = asText(document.code)
    if (document.kind === 'dict' && code && !dicts.has(code))
      dicts.set(code, { id, values: valuesOf(document) })
    if (document.kind === 'picker' && code && !pickers.has(code)) {
      const source = isJsonObject(document.source) ? document.source : {}
      pickers.set(code, { id, source: asText(source.screen) ?? asText(source.report) ?? '' })
    }
    for (const [, name] of textsOf(document.component)) if (!components.has(name)) components.set(name, id)
    if (document.kind !== 'screen' && document.kind !== 'report') continue
    const keys = new Set(recordsOf(document.fields).flatMap(([, field]) => asText(field.key) ?? []))
    if (document.kind === 'report') reports.set(id, { code: code ?? '', keys, asks: asksFirst(document) })
    else {
      screens.set(id, keys)
      for (const table of tablesOf(document)) if (!tables.has(table)) tables.set(table, id)
      for (const [table, names] of reportColumns(document)) {
        // Screens over one table each bring what they added to it.
        if (!columns.has(table)) columns.set(table, names)
        else if (isOverlay(written)) columns.set(table, new Map([...names, ...(columns.get(table) ?? [])]))
      }
    }
  }
  return {
    dicts,
    pickers,
    screens,
    reports,
    tables,
    columns,
    components,
    ids: new Set(byId.keys()),
    documents: byId,
    ...registeredSets(registered),
  }
}

/** Overlays come last: a table belongs to the screen that made it. */
const wholeFirst = (byId: ReadonlyMap<string, JsonObject>): [string, JsonObject][] =>
  [...byId].sort(([, a], [, b]) => Number(isOverlay(a)) - Number(isOverlay(b)))

/** An overlay as the screen it stands for; as it is written where it stands for none. */
function wholeOf(document: JsonObject, byId: ReadonlyMap<string, JsonObject>): JsonObject {
  const resolved = isOverlay(document) ? resolveOverlay(document, (id) => byId.get(id)) : null
  return resolved?.ok ? resolved.document : document
}

const registeredSets = (registered: RegisteredNames) => ({
  effects: new Set(registered.effects),
  lookups: new Set(registered.lookups),
  hooks: new Set(registered.hooks),
  handlers: new Set(registered.handlers),
  widgets: new Set(registered.widgets),
  blockWidgets: new Set(registered.blockWidgets),
  menuParents: new Set(registered.menuParents),
})

function tablesOf(screen: JsonObject): string[] {
  const holders = [screen, ...recordsOf(screen.fields).map(([, field]) => field)]
  return holders.flatMap(({ table }) => (isJsonObject(table) && asText(table.name)) || [])
}

/** The values of a dictionary that carries them itself. */
function valuesOf(dict: JsonObject): ReadonlySet<string> | undefined {
  if (!Array.isArray(dict.items)) return undefined
  return new Set(recordsOf(dict.items).map(([, item]) => String(item.value)))
}

const asksFirst = (report: JsonObject): boolean =>
  recordsOf(report.params).some(
    ([, { required, defaultValue }]) => required === true && defaultValue === undefined,
  )
