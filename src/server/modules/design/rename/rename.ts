import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { isOverlay } from '#runtime/schema/kinds/screen/overlay.ts'
import { findDefinition, type Renaming } from '#runtime/schema/rename/definition.ts'
import { type Renamed, rename } from '#runtime/schema/rename/rename.ts'
import { applyAll, isNoIndex } from '../../../documents/apply.ts'
import { affectedFiles } from '../../../documents/library/affected.ts'
import { readTables } from '../../../documents/library/catalog.ts'
import { documentsToPlan } from '../../../documents/sharing.ts'
import { collectNames, validateDocuments } from '../../../documents/validate.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Trx } from '../../../platform/store/database.ts'
import { buildFile, listSystemProblems } from '../inspect.ts'
import { refuseRelease } from '../refusals.ts'
import { storeReleased } from '../release/store-released.ts'
import { renamedNouns } from '../review/operation.ts'
import { requireApprovedOperation } from '../review/review.ts'
import type { DesignServices } from '../services.ts'
import {
  countReleases,
  type DraftOwner,
  lockReleases,
  readDraftBodies,
  readDraftOwners,
  storeDraft,
} from '../store.ts'
import { type DocumentSource, readSources } from '../tables/sources.ts'
import { getRenameParts } from './rename-parts.ts'
import { renameStored, type StoredUses } from './stored-names.ts'

type Sources = ReadonlyMap<string, DocumentSource>

const refuse = defineRefusals({
  DESIGN_RENAME: '改不了名：{faults}',
  DESIGN_RENAME_HAND: '还有要手工改的，请先改好：{uses}',
})

const renameIn = (
  { registeredNames }: Pick<DesignServices, 'registeredNames'>,
  documents: Iterable<JsonObject>,
  renaming: Renaming,
): Renamed => rename(documents, renaming, getRenameParts(registeredNames))

/** What a rename would change, for its dialog. */
export interface RenameInspection {
  faults: string[]
  documents: { id: string; title: unknown; count: number }[]
  byHand: { id: string; text: string }[]
  /** The drafts that use the name; they follow too. */
  drafts: DraftOwner[]
}

/** Finds what a rename changes; nothing is stored. */
export async function inspectRename(
  services: DesignServices,
  user: SessionUser,
  renaming: Renaming,
): Promise<RenameInspection> {
  const sources = await readSources(services.config, services.db.app)
  const { result, faults } = await plan(services, user, sources, renaming)
  const named = (await readDraftBodies(services.db.app, renaming.from)).map(({ id }) => id)
  const owners = await readDraftOwners(services.db.app)
  const isAffected = ({ documentId }: DraftOwner) =>
    named.includes(documentId) && result?.documents.some(({ id }) => id === documentId)
  return {
    faults,
    documents: (result?.documents ?? []).map(({ id, before, places }) => ({
      id,
      title: before.title,
      count: places.length,
    })),
    byHand: (result?.byHand ?? []).map(({ id, text }) => ({ id, text })),
    drafts: owners.filter(isAffected),
  }
}

/** What the renaming changes, or why it cannot be done. */
async function plan(services: DesignServices, user: SessionUser, sources: Sources, renaming: Renaming) {
  const refused = (faults: string[]) => ({ result: undefined, faults })
  const result = renameIn(
    services,
    [...sources.values()].map(({ current }) => current),
    renaming,
  )
  if (!result.ok) return refused(result.faults)
  const fault = await findStoredFault(services.db, renaming, sources)
  if (fault !== undefined) return refused([fault])
  const drafts = result.documents.map(({ after }) => ({ id: String(after.id), body: after }))
  const problems = listSystemProblems(user, sources, drafts)
  return problems.length > 0 ? refused(problems.map(({ text }) => text)) : { result, faults: [] }
}

/** Why what is stored prevents a new name that no released document has. */
async function findStoredFault(
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

/** The screens whose records have the field: the one that declares it, and the overlays over it. */
function listScreens(sources: Sources, renaming: Renaming): string[] {
  if (renaming.kind !== 'field') return []
  const findRoot = (id: string): string => {
    const document = sources.get(id)?.current
    return isOverlay(document) && sources.has(String(document.extends))
      ? findRoot(String(document.extends))
      : id
  }
  const root = findRoot(renaming.screen)
  return [...sources.keys()].filter((id) => findRoot(id) === root)
}

/**
 * Releases a rename: the column or the table, all documents that use the name, the drafts of all designers, and what is
 * stored under it, in one transaction. Refused with the reasons; nothing is changed then.
 */
export async function releaseRename(
  services: DesignServices,
  user: SessionUser,
  renaming: Renaming,
): Promise<{ documents: number; places: number; stored: StoredUses }> {
  const { db, config, registeredNames, reloadDocuments } = services
  const releases = await countReleases(db.app)
  const sources = await readSources(config, db.app)
  const { result, faults } = await plan(services, user, sources, renaming)
  if (!result) throw refuse('DESIGN_RENAME', { values: { faults: faults.join('；') }, result: { faults } })
  if (result.byHand.length > 0) {
    const uses = result.byHand.map(({ id, text }) => `${id}：${text}`).join('；')
    throw refuse('DESIGN_RENAME_HAND', { values: { uses }, result: { byHand: result.byHand } })
  }
  const bodies = new Map([...sources].map(([id, { current }]) => [id, current]))
  const definition = findDefinition(renaming, bodies)
  const defining = typeof definition === 'string' ? undefined : bodies.get(definition.document)
  const useApproval =
    defining && (await requireApprovedOperation(services, user.id, { kind: 'rename', renaming }, defining))
  // A renamed document has its new id.
  const changed = new Map(result.documents.map(({ id, after }) => [id, { id: String(after.id), after }]))
  const files = [...sources.values()].map(({ id, current }) => {
    const { id: newId = id, after = current } = changed.get(id) ?? {}
    return buildFile(newId, after)
  })
  const versions = result.documents.flatMap(({ before, after }) => [before, after])
  const { results } = await validateDocuments(
    affectedFiles(files, versions),
    collectNames(files, [], registeredNames),
  )
  const ids = new Set([...changed.values()].map(({ id }) => id))
  const planned = documentsToPlan(
    results.filter(({ id }) => ids.has(id)),
    results,
    fieldValues,
  )
  const note = `${renamedNouns[renaming.kind]}「${renaming.from}」改名为「${renaming.to}」`
  let stored: StoredUses = { queries: 0, rules: 0, columns: 0 }
  const work = async (trx: Trx): Promise<void> => {
    await lockReleases(trx)
    // A release in the meantime may use the former name, or take the new one.
    if ((await countReleases(trx)) !== releases) throw refuseRelease('DESIGN_MEANWHILE')
    await useApproval?.(trx)
    await renameInDrafts(services, trx, sources, renaming)
    stored = await renameStored(db, trx, listScreens(sources, renaming), renaming, result.column ?? {})
    for (const [former, { id, after }] of changed)
      await storeReleased(db, trx, sources.get(former), { id, body: after, note, author: user.username })
  }
  const isWanted = (step: Parameters<typeof isNoIndex>[0]) => step.additive && isNoIndex(step)
  await applyAll(db, planned, fieldValues, () => undefined, { isWanted, work })
  await reloadDocuments()
  const places = result.documents.reduce((sum, entry) => sum + entry.places.length, 0)
  return { documents: changed.size, places, stored }
}

/** The drafts that use the name get the new one, with the documents from which they were started. */
async function renameInDrafts(
  services: DesignServices,
  trx: Trx,
  sources: Sources,
  renaming: Renaming,
): Promise<void> {
  for (const { id, userId, base, body } of await readDraftBodies(trx, renaming.from)) {
    const follow = (document: JsonObject): JsonObject => {
      const others = [...sources.values()].flatMap(({ id: other, current }) =>
        other === id ? [] : [current],
      )
      const result = renameIn(services, [...others, document], renaming)
      // A draft with which the rename is refused keeps the former name; its check says so.
      return (result.ok && result.documents.find((entry) => entry.id === id)?.after) || document
    }
    await storeDraft(trx, id, userId, { base: base && follow(base), body: follow(body) })
  }
}
