import { asText, isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Referred } from '../checks/report.ts'
import { hasCapability } from '../kinds/plans.ts'
import { listUses, type NameContext } from '../rename/list-uses.ts'

/** What a document needs that no document has: a dictionary, a picker, another document, a role, a data source. */
export interface OutsideNeed {
  kind: 'dict' | 'picker' | 'document' | 'role' | 'dataSource'
  name: string
}

export interface Needs {
  /** The needed documents by their ids, with the ids of those that need them; without the documents that were asked for. */
  documents: ReadonlyMap<string, readonly string[]>
  outside: readonly OutsideNeed[]
}

/**
 * What documents need, directly or through one another: bases, screens, reports, dictionaries, pickers, tables that a report
 * reads; and the print templates of their records. What a document needs for which `isLeaf` holds is left to it.
 */
export function collectNeeds(
  ids: readonly string[],
  context: NameContext,
  isLeaf: (id: string) => boolean,
): Needs {
  const { documents, pickers, reports } = context.knownNames
  const codes = { pickers, reports: new Map([...reports].map(([id, { code }]) => [code, id])) }
  const needed = new Map<string, Set<string>>()
  const outside = new Map<string, OutsideNeed>()
  const templates = [...documents].flatMap(([id, document]) =>
    hasCapability(document, 'printsRecords') ? [[id, asText(document.screen)] as const] : [],
  )
  const pending = [...ids]
  const seen = new Set(ids)
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const document = documents.get(id)
    if (!document) continue
    const direct = listDirect(document, context, codes, outside)
    for (const [template, screen] of templates) if (screen === id) direct.add(template)
    direct.delete(id)
    for (const other of direct) {
      if (!documents.has(other)) {
        outside.set(`document ${other}`, { kind: 'document', name: other })
        continue
      }
      const by = needed.get(other) ?? new Set<string>()
      needed.set(other, by.add(id))
      if (seen.has(other)) continue
      seen.add(other)
      if (!isLeaf(other)) pending.push(other)
    }
  }
  for (const id of ids) needed.delete(id)
  return {
    documents: new Map([...needed].map(([id, by]) => [id, [...by]])),
    outside: [...outside.values()],
  }
}

/** The documents that others name by a code. */
interface CodeOwners extends Pick<NameContext['knownNames'], 'pickers'> {
  reports: ReadonlyMap<string, string>
}

/** The ids of the documents that a document names. */
function listDirect(
  document: JsonObject,
  context: NameContext,
  codes: CodeOwners,
  outside: Map<string, OutsideNeed>,
): Set<string> {
  const { knownNames } = context
  const direct = new Set<string>()
  const add = (id: string | undefined) => id !== undefined && direct.add(id)
  const addOutside = (need: OutsideNeed) => outside.set(`${need.kind} ${need.name}`, need)
  for (const { referred } of listUses(document, context)) {
    const id = findOwner(referred, knownNames)
    if (id === undefined && referred.kind === 'dict') addOutside({ kind: 'dict', name: referred.name })
    add(id)
  }
  for (const { id, picker } of listCoded(document, codes)) {
    add(id)
    if (id === undefined && picker !== undefined) addOutside({ kind: 'picker', name: picker })
  }
  if (isJsonObject(document.roles))
    for (const name of Object.keys(document.roles)) addOutside({ kind: 'role', name })
  const source = isJsonObject(document.source) ? asText(document.source.dataSource) : undefined
  if (source !== undefined) addOutside({ kind: 'dataSource', name: source })
  return direct
}

function findOwner(referred: Referred, { dicts, owners }: NameContext['knownNames']): string | undefined {
  switch (referred.kind) {
    case 'document':
      return referred.name
    case 'field':
      return referred.screen
    case 'dict':
      return dicts.get(referred.name)?.id
    case 'table':
      return owners.get('table')?.get(referred.name)
    case 'column':
      return owners.get('table')?.get(referred.table)
  }
}

/** The keywords with the code of a picker. */
const pickerKeys: ReadonlySet<string> = new Set(['popupCode', 'pick'])

/** The documents that have the codes which a document names at any depth; of a picker that no document is, the code. */
function listCoded(value: unknown, owners: CodeOwners): { id: string | undefined; picker?: string }[] {
  if (Array.isArray(value)) return value.flatMap((member) => listCoded(member, owners))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (typeof inner !== 'string') return listCoded(inner, owners)
    if (pickerKeys.has(key)) return { id: owners.pickers.get(inner)?.id, picker: inner }
    return key === 'report' ? { id: owners.reports.get(inner) } : []
  })
}
