import { isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { documentKinds } from '../kinds/index.ts'
import { readNames } from '../known.ts'
import type { KnownNames } from '../names/known-names.ts'
import { type RenameParts, rename } from '../rename/rename.ts'

/** Another name for what a document of a package defines. */
export interface PackageRenaming {
  kind: 'document' | 'dict' | 'table'
  from: string
  to: string
}

export interface RenamedPackage {
  documents: JsonObject[]
  /** The new ids of documents by the former ones. */
  ids: ReadonlyMap<string, string>
  /** The permission code that a code of the package has afterwards. */
  renameCode(code: string): string
  faults: string[]
}

/**
 * Gives parts of a package other names, with all uses inside it. Uses that mean a document outside stay. A renamed document is
 * another one than that outside, so it keeps neither its table by a note of the former name nor the rights, components and
 * addresses that `outside` has.
 */
export function renamePackage(
  documents: readonly JsonObject[],
  renamings: readonly PackageRenaming[],
  outside: KnownNames['owners'],
  parts: RenameParts,
): RenamedPackage {
  let current = [...documents]
  const ids = new Map<string, string>()
  const perms = new Map<string, string>()
  const faults: string[] = []
  for (const renaming of renamings) {
    const result = rename(current, renaming, parts)
    if (!result.ok) {
      faults.push(...result.faults)
      continue
    }
    const after = new Map(result.documents.map((entry) => [entry.before, entry.after]))
    const copied = current.find(({ id }) => renaming.kind === 'document' && id === renaming.from)
    const perm = copied && findLostPerm(copied, outside)
    if (perm !== undefined) perms.set(perm, renaming.to.replaceAll('/', ':'))
    const follow = perm === undefined ? (document: JsonObject) => document : followCodes(perm, renaming.to)
    current = current.map((document) => {
      const changed = after.get(document) ?? document
      if (renaming.kind === 'table') return withoutNote(changed, renaming)
      return follow(document === copied ? asCopy(changed, document, outside) : changed)
    })
    if (copied) ids.set(renaming.from, renaming.to)
  }
  const renameCode = (code: string): string => {
    // The codes of a detail table have a dot after the prefix.
    for (const [from, to] of perms)
      if (code.startsWith(`${from}:`) || code.startsWith(`${from}.`)) return `${to}${code.slice(from.length)}`
    return code
  }
  return { documents: current, ids, renameCode, faults }
}

const readTable = (holder: JsonObject): JsonObject | undefined =>
  isJsonObject(holder.table) ? holder.table : undefined

/** The document without the note that its table had another name: that table stays with its document. */
function withoutNote(document: JsonObject, { from, to }: PackageRenaming): JsonObject {
  const clean = (holder: JsonObject): JsonObject => {
    const table = readTable(holder)
    if (table?.name !== to || table.renamedFrom !== from) return holder
    const { renamedFrom: _, ...rest } = table
    return { ...holder, table: rest }
  }
  const fields = Array.isArray(document.fields)
    ? { fields: document.fields.map((field) => (isJsonObject(field) ? clean(field) : field)) }
    : {}
  return { ...clean(document), ...fields }
}

function asCopy(renamed: JsonObject, original: JsonObject, outside: KnownNames['owners']): JsonObject {
  const taken = new Set(
    readNames(original, documentKinds).claims.flatMap(({ space, name }) =>
      outside.get(space)?.has(name) ? [`${space} ${name}`] : [],
    ),
  )
  const { perm, component, menu, ...rest } = renamed
  const components = Array.isArray(component)
    ? component.filter((name) => !taken.has(`component ${String(name)}`))
    : component
  const isEmpty = Array.isArray(components) && components.length === 0
  const isPermTaken = original.perm === undefined || taken.has(`perm ${String(perm)}`)
  const entry = isJsonObject(menu) && taken.has(`page ${String(menu.path)}`) ? withoutPath(menu) : menu
  return {
    ...rest,
    ...(perm !== undefined && !isPermTaken && { perm }),
    ...(components !== undefined && !isEmpty && { component: components }),
    ...(entry !== undefined && { menu: entry }),
  }
}

/** The prefix of the permissions of a document that its copy cannot have. */
const findLostPerm = (original: JsonObject, outside: KnownNames['owners']): string | undefined =>
  readNames(original, documentKinds).claims.find(
    ({ space, name }) =>
      space === 'perm' && (original.perm === undefined || outside.get(space)?.has(name) === true),
  )?.name

/** Changes the codes that begin with the permissions of a document whose copy cannot have them. */
function followCodes(perm: string, to: string): (document: JsonObject) => JsonObject {
  const from = `${perm}:`
  const change = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.startsWith(from) ? `${to.replaceAll('/', ':')}:${value.slice(from.length)}` : value
    if (Array.isArray(value)) return value.map(change)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]))
  }
  return (document) => change(document) as JsonObject
}

function withoutPath({ path: _, ...menu }: JsonObject): JsonObject {
  return menu
}

/** The names that a document defines and that may get others, with the present document that has each of them. */
export function listDefined(
  document: JsonObject,
  owners: KnownNames['owners'],
  present: Pick<ReadonlyMap<string, unknown>, 'has'>,
): (Pick<PackageRenaming, 'kind'> & { name: string; takenBy: string | null })[] {
  const id = String(document.id)
  const named = (kind: 'dict' | 'table', name: string) => ({
    kind,
    name,
    takenBy: owners.get(kind)?.get(name) ?? null,
  })
  const { dict } = readNames(document, documentKinds)
  const tables = [document, ...listObjects(document.fields)].flatMap((holder) => {
    const name = readTable(holder)?.name
    return typeof name === 'string' ? [name] : []
  })
  return [
    { kind: 'document', name: id, takenBy: present.has(id) ? id : null },
    ...(dict ? [named('dict', dict.code)] : []),
    ...tables.map((name) => named('table', name)),
  ]
}
