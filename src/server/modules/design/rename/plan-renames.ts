import type { JsonObject } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'

import { findDefinition, type RenamedColumn, type Renaming } from '#runtime/schema/rename/definition.ts'
import { findNewName, findRenamings, findTakenNames } from '#runtime/schema/rename/draft-names.ts'
import { type Renamed, type RenamedDocument, rename } from '#runtime/schema/rename/rename.ts'
import { readTables } from '../../../documents/library/catalog.ts'
import type { FileProblem } from '../../../documents/library/registry.ts'
import type { DesignServices } from '../services.ts'
import { readDraftOwners } from '../store.ts'
import type { DocumentSource } from '../tables/sources.ts'
import { getRenameParts } from './rename-parts.ts'

export type Sources = ReadonlyMap<string, DocumentSource>

/** What a renaming renames, in words. */
const nouns: Readonly<Record<Renaming['kind'], string>> = {
  field: '字段',
  document: '编号',
  dict: '字典编码',
  table: '表',
}

/** A document that follows a name, with the number of its places. */
export interface RenameUse {
  id: string
  title: unknown
  count: number
}

/** One rename of a draft: a step of the plan of its release. */
export interface RenameStep {
  text: string
  /** The documents that follow, the renamed one included. */
  documents: RenameUse[]
}

/** A document that follows the names of a draft, before and with them. */
interface Follower {
  id: string
  before: JsonObject
  after: JsonObject
}

/** One name of a draft, with all released documents before it is given. */
export interface RenameStage {
  renaming: Renaming
  documents: readonly JsonObject[]
  column: RenamedColumn | undefined
}

/** The names that a draft gives to what is released already, and what follows them. */
export interface RenamePlan {
  /** The id of the document before, and with the names. */
  formerId: string
  id: string
  stages: RenameStage[]
  steps: RenameStep[]
  /** All documents by their ids with the names, as the other documents see them. */
  sources: Sources
  /** The other documents that change. */
  followers: Follower[]
  /** Why a name cannot be given, at its place in the draft. */
  problems: FileProblem[]
}

export const describeRenaming = (renaming: Renaming): string => {
  const { kind, from, to } = renaming
  const place = kind === 'field' && renaming.detail !== undefined ? `明细「${renaming.detail}」的` : ''
  return `${place}${nouns[kind]}「${from}」改名为「${to}」`
}

/** Why a name is not free although the draft has removed what had it: the values are there until a synchronisation. */
export const describeTaken = (renaming: Renaming): string =>
  `${describeRenaming(renaming)}不行：现在用的「${renaming.to}」是草稿里删掉的，它的值还在；请先发布删除并在「同步数据库」里强制同步，再改名，或换一个名字`

export const renameIn = (
  { registeredNames }: Pick<DesignServices, 'registeredNames'>,
  documents: Iterable<JsonObject>,
  renaming: Renaming,
  only?: JsonObject,
): Renamed => rename(documents, renaming, getRenameParts(registeredNames), only)

/** A version of a workflow with the name of a stage; unchanged where it does not use what is renamed. */
export function followStage(
  services: Pick<DesignServices, 'registeredNames'>,
  { renaming, documents }: RenameStage,
  version: JsonObject,
): JsonObject {
  const others = documents.filter(({ id }) => id !== version.id)
  const result = renameIn(services, [...others, version], renaming)
  return (result.ok && result.documents.find(({ before }) => before === version)?.after) || version
}

export const countUses = ({ id, before: { title }, places }: RenamedDocument): RenameUse => ({
  id,
  title,
  count: places.length,
})

/** Why what is stored prevents a new name that no released document has. */
export async function findStoredFault(
  { app, owner }: DesignServices['db'],
  { kind, from, to }: Renaming,
  sources: Sources,
): Promise<string | undefined> {
  if (kind === 'table' && (await readTables(owner, [to])).has(to)) return `数据库里已有表 ${to}，请换一个名字`
  if (kind !== 'document') return undefined
  if (sources.get(from)?.shipped)
    return `「${from}」随系统安装，编号写在文件里，请用命令改：npm run documents -- rename screen ${from} ${to}`
  const drafted = (await readDraftOwners(app)).some(({ documentId }) => documentId === to)
  return drafted ? `编号「${to}」已有人用来起草新文档，请换一个` : undefined
}

/** Why a draft of another document cannot give the name; undefined where its document declares it. */
export function findPlaceFault(
  id: string,
  renaming: Renaming,
  documents: Iterable<JsonObject>,
): string | undefined {
  const byId = new Map([...documents].map((document) => [String(document.id), document]))
  const definition = findDefinition(renaming, byId)
  return typeof definition === 'string' || definition.document === id
    ? undefined
    : `「${renaming.from}」在文档「${definition.document}」里，请在那里改名`
}

/**
 * Finds the names that a draft gives to what is released, and gives them in all released documents one after the other.
 * Stores nothing.
 */
export async function planRenames(
  services: Pick<DesignServices, 'db' | 'registeredNames'>,
  sources: Sources,
  id: string,
  body: JsonObject,
): Promise<RenamePlan> {
  const source = sources.get(id)
  const renamings = source ? findRenamings(source.current, body) : []
  const plan: RenamePlan = { formerId: id, id, stages: [], steps: [], sources, followers: [], problems: [] }
  for (const renaming of source ? findTakenNames(source.current, body) : [])
    plan.problems.push({
      file: id,
      path: pointer(...findNewName(body, renaming)),
      code: 'BAD_VALUE',
      text: describeTaken(renaming),
    })
  if (plan.problems.length > 0 || renamings.length === 0) return plan
  const documents = new Map([...sources].map(([key, { current }]) => [key, current]))
  for (const renaming of renamings) {
    const before = [...documents.values()]
    const result = renameIn(services, before, renaming)
    const faults = result.ok
      ? [
          ...[findPlaceFault(id, renaming, before), await findStoredFault(services.db, renaming, sources)],
          ...result.byHand.map((use) => `请先手工改好 ${use.id}：${use.text}`),
        ].filter((fault) => fault !== undefined)
      : result.faults
    for (const text of faults)
      plan.problems.push({ file: id, path: pointer(...findNewName(body, renaming)), code: 'BAD_VALUE', text })
    if (!result.ok) break
    for (const { id: key, after } of result.documents) documents.set(key, after)
    plan.stages.push({ renaming, documents: before, column: result.column })
    plan.steps.push({
      text: describeRenaming(renaming),
      documents: result.documents.map(countUses),
    })
  }
  const entries = [...sources].map(([key, entry]): [string, DocumentSource] => {
    const current = documents.get(key) ?? entry.current
    return current === entry.current
      ? [key, entry]
      : [String(current.id), { ...entry, id: String(current.id), current }]
  })
  return {
    ...plan,
    id: String(documents.get(id)?.id ?? id),
    sources: new Map(entries),
    followers: [...sources].flatMap(([key, { current }]) => {
      const after = documents.get(key)
      return key === id || !after || after === current ? [] : [{ id: key, before: current, after }]
    }),
  }
}

/** A state of the document of a plan with the names that its draft gives. */
export function nameAsPlanned(
  services: Pick<DesignServices, 'registeredNames'>,
  { stages }: Pick<RenamePlan, 'stages'>,
  state: JsonObject,
): JsonObject {
  let named = state
  for (const { renaming, documents } of stages) {
    const others = documents.filter(({ id }) => id !== named.id)
    const result = renameIn(services, [...others, named], renaming, named)
    named = (result.ok && result.documents[0]?.after) || named
  }
  return named
}

/** A path of a change in the document with the names, as it was before. */
export function formerPath({ stages }: Pick<RenamePlan, 'stages'>, path: readonly string[]): string[] {
  return stages.reduceRight<string[]>(
    (former, { renaming }) => {
      if (renaming.kind !== 'field') return former
      const at = renaming.detail === undefined ? 1 : 3
      const isHere =
        former[at - 1] === 'fields' &&
        former[at] === renaming.to &&
        (renaming.detail === undefined || former[1] === renaming.detail)
      return isHere ? former.with(at, renaming.from) : former
    },
    [...path],
  )
}
