import { asText, isJsonObject, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import type { Path } from '../checks/report.ts'
import { hasCapability } from '../kinds/plans.ts'
import { listFlowFields } from '../kinds/screen/flow-fields.ts'
import type { Renaming } from './definition.ts'
import { changeAt, withNote } from './notes.ts'

/** A field or a table of a document, with its present name and the note of its former one. */
interface Named {
  name: string
  renamedFrom: string | undefined
  path: Path
  part: JsonObject
}

/** The fields of a document, or of a detail table; with those that its flow makes. */
const listFields = (holder: JsonObject, path: Path = []): Named[] => [
  ...listObjectEntries(holder.fields).flatMap(([at, part]) => {
    const name = asText(part.key)
    const place = [...path, 'fields', at]
    return name === undefined ? [] : [{ name, renamedFrom: asText(part.renamedFrom), path: place, part }]
  }),
  ...listFlowFields(holder).map(({ field, path: place }) => ({
    name: String(field.key),
    renamedFrom: undefined,
    path: place,
    part: field,
  })),
]

const listTables = (document: JsonObject): Named[] =>
  [{ path: [], part: document }, ...listFields(document)].flatMap(({ path, part: { table } }) => {
    const name = isJsonObject(table) ? asText(table.name) : undefined
    if (!isJsonObject(table) || name === undefined) return []
    return [{ name, renamedFrom: asText(table.renamedFrom), path: [...path, 'table'], part: table }]
  })

/** The part of another state of the document: the one of the same name, else the one of which there is a note. */
const findFormer = (before: readonly Named[], { name, renamedFrom }: Named): Named | undefined =>
  before.find((former) => former.name === name) ?? before.find((former) => former.name === renamedFrom)

/** The parts beside which a field or a table stands; `owner` is the detail table of a column. */
function listBeside(document: JsonObject, renaming: Renaming, owner: Named | undefined): Named[] {
  if (renaming.kind === 'table') return listTables(document)
  if (renaming.kind !== 'field') return []
  if (renaming.detail === undefined) return listFields(document)
  return owner ? listFields(owner.part, owner.path) : []
}

const nameKey = ({ kind }: Renaming): 'key' | 'name' => (kind === 'table' ? 'name' : 'key')

interface Names {
  from: string
  to: string
}

/** Finds the parts with another name in `after`, by their notes: the former name is gone, and `isMeant` accepts the new one. */
const pairNames =
  (isMeant: (to: string, former: ReadonlySet<string>) => boolean) =>
  (before: readonly Named[], after: readonly Named[]): Names[] => {
    const former = new Set(before.map(({ name }) => name))
    const present = new Set(after.map(({ name }) => name))
    const pairs = new Map<string, Names>()
    for (const { name: to, renamedFrom: from } of after)
      if (from !== undefined && former.has(from) && !present.has(from) && isMeant(to, former))
        if (!pairs.has(from)) pairs.set(from, { from, to })
    return [...pairs.values()]
  }

const pairFree = pairNames((to, former) => !former.has(to))
const pairTaken = pairNames((to, former) => former.has(to))

/** The fields and tables with another name in a later state, as `pair` finds them. */
function listPairs(screen: string, before: JsonObject, after: JsonObject, pair: typeof pairFree): Renaming[] {
  const [formerFields, fields] = [listFields(before), listFields(after)]
  const columns = fields.flatMap((field): Renaming[] => {
    const former = findFormer(formerFields, field)
    if (!former) return []
    const pairs = pair(listFields(former.part), listFields(field.part))
    return pairs.map((names) => ({ kind: 'field', screen, detail: former.name, ...names }))
  })
  return [
    ...columns,
    ...pair(formerFields, fields).map((names) => ({ kind: 'field' as const, screen, ...names })),
    ...pair(listTables(before), listTables(after)).map((names) => ({ kind: 'table' as const, ...names })),
  ]
}

/**
 * The names that a later state gives to other parts after it removed the parts that had them: the columns or tables of
 * these are still there, with their values.
 */
export function findTakenNames(before: JsonObject, after: JsonObject): Renaming[] {
  const screen = asText(before.id)
  return screen === undefined ? [] : listPairs(screen, before, after, pairTaken)
}

/**
 * What has another name in a later state of a document: fields and tables say it by the note of their former name. In the
 * order in which the names are given, the id last.
 */
export function findRenamings(before: JsonObject, after: JsonObject): Renaming[] {
  const [screen, to] = [asText(before.id), asText(after.id)]
  if (screen === undefined || to === undefined) return []
  const [code, nextCode] = [before, after].map((document) =>
    hasCapability(document, 'hasChoices') ? asText(document.code) : undefined,
  )
  const isRecoded = code !== undefined && nextCode !== undefined && code !== nextCode
  return [
    ...listPairs(screen, before, after, pairFree),
    ...(isRecoded ? [{ kind: 'dict' as const, from: code, to: nextCode }] : []),
    ...(screen === to ? [] : [{ kind: 'document' as const, from: screen, to }]),
  ]
}

/** The path of the name that a renaming gives, in the document that has it already. */
export function findNewName(document: JsonObject, renaming: Renaming): Path {
  if (renaming.kind === 'document') return ['id']
  if (renaming.kind === 'dict') return ['code']
  const { detail } = renaming.kind === 'field' ? renaming : {}
  const owner = listFields(document).find(
    ({ name, renamedFrom }) => detail === name || detail === renamedFrom,
  )
  const part = listBeside(document, renaming, owner).find(({ name }) => name === renaming.to)
  return part ? [...part.path, nameKey(renaming)] : []
}

/**
 * The draft after a rename, with the notes that a release of it needs: a second rename keeps the released name, the way
 * back leaves no note, and what was never released has none.
 */
export function noteReleasedName(
  released: JsonObject,
  draft: JsonObject,
  renamed: JsonObject,
  renaming: Renaming,
): JsonObject {
  const { detail } = renaming.kind === 'field' ? renaming : {}
  const owner = listFields(draft).find(({ name }) => name === detail)
  const list = (document: JsonObject) =>
    listBeside(document, renaming, owner && findFormer(listFields(document), owner))
  const before = list(draft).find(({ name }) => name === renaming.from)
  const after = list(renamed).find(({ name }) => name === renaming.to)
  if (!before || !after) return renamed
  const former = findFormer(list(released), before)
  const note = former?.name === renaming.to ? former.renamedFrom : former?.name
  return changeAt(renamed, after.path, (part) => withNote(part, nameKey(renaming), note))
}

/** A draft of what another designer has renamed: where it gives a name of its own, its note has the released one. */
export function followNote(draft: JsonObject, renaming: Renaming): JsonObject {
  const { detail } = renaming.kind === 'field' ? renaming : {}
  const fields = listFields(draft)
  const owner =
    fields.find(({ name }) => name === detail) ?? fields.find(({ renamedFrom }) => renamedFrom === detail)
  const beside = listBeside(draft, renaming, owner)
  const noted = beside.find(({ renamedFrom }) => renamedFrom === renaming.from)
  if (!noted || beside.some(({ name }) => name === renaming.to)) return draft
  return changeAt(draft, noted.path, (part) => withNote(part, nameKey(renaming), renaming.to))
}

/** The document with another note at each field and table that it declares. */
function changeNotes(
  document: JsonObject,
  findNote: (named: Named, at: number) => string | undefined,
): JsonObject {
  const fields = listFields(document)
  const columns = fields.flatMap(({ part, path }) => listFields(part, path))
  const declared = [...fields, ...columns].filter(({ path: [first] }) => first === 'fields')
  const [keys, tables] = [declared.length, listTables(document)]
  return [...declared, ...tables].reduce(
    (changed, named, at) =>
      changeAt(changed, named.path, (part) =>
        withNote(part, at < keys ? 'key' : 'name', findNote(named, at)),
      ),
    document,
  )
}

/**
 * The first of several states of a document as a draft over the last one: with the present id, and with notes of the names
 * that its fields and tables have got since.
 */
export function restoreNames([first = {}, ...later]: readonly JsonObject[]): JsonObject {
  const notes: (string | undefined)[] = []
  // Each name is the note of itself until a later state has another one.
  let restored = changeNotes(first, ({ name, renamedFrom }, at) => {
    notes[at] = renamedFrom
    return name
  })
  let before = first
  for (const after of later) {
    for (const renaming of findRenamings(before, after)) restored = followNote(restored, renaming)
    before = after
  }
  const { id } = before
  return changeNotes({ ...restored, id }, ({ name, renamedFrom }, at) =>
    renamedFrom === name ? notes[at] : renamedFrom,
  )
}
