import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { isOverlay } from '#runtime/schema/kinds/screen/overlay.ts'
import type { Renaming } from '#runtime/schema/rename/definition.ts'
import {
  findRenamings,
  findTakenNames,
  followNote,
  noteReleasedName,
} from '#runtime/schema/rename/draft-names.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Trx } from '../../../platform/store/database.ts'
import { listSystemProblems } from '../inspect.ts'
import type { DesignServices } from '../services.ts'
import { type DraftOwner, readDraftBodies, readDraftOwners, storeDraft } from '../store.ts'
import { storeReleased } from '../store-released.ts'
import { readSources } from '../tables/sources.ts'
import {
  countUses,
  describeRenaming,
  describeTaken,
  findPlaceFault,
  findStoredFault,
  followStage,
  planRenames,
  type RenamePlan,
  type RenameStage,
  type RenameUse,
  renameIn,
  type Sources,
} from './plan-renames.ts'
import { readRunningVersions } from './running-versions.ts'
import { renameStored } from './stored-names.ts'

/** What a rename would change, for its dialog. */
export interface RenameInspection {
  faults: string[]
  documents: RenameUse[]
  byHand: { id: string; text: string }[]
  /** The drafts of others that use the name; they follow too. */
  drafts: DraftOwner[]
  /** The draft with the name; null where it cannot be given. */
  body: JsonObject | null
}

/** Gives a name in a draft, and finds what its release changes. Stores nothing. */
export async function renameInDraft(
  services: DesignServices,
  user: SessionUser,
  id: string,
  body: JsonObject,
  renaming: Renaming,
): Promise<RenameInspection> {
  const { config, db } = services
  const released = await readSources(config, db.app)
  // The other documents see the names that the draft gives already.
  const { id: draftId, sources } = await planRenames(services, released, id, body)
  const others = [...sources.values()].flatMap(({ id: key, current }) => (key === draftId ? [] : [current]))
  const documents = [...others, body]
  const refused = (faults: string[]): RenameInspection => ({
    faults,
    documents: [],
    byHand: [],
    drafts: [],
    body: null,
  })
  const result = renameIn(services, documents, renaming)
  if (!result.ok) return refused(result.faults)
  const placeFault = findPlaceFault(String(body.id), renaming, documents)
  if (placeFault !== undefined) return refused([placeFault])
  const { current = {} } = released.get(id) ?? {}
  const after = result.documents.find(({ before }) => before === body)?.after ?? body
  const renamed = noteReleasedName(current, body, after, renaming)
  const taken = findTakenNames(current, renamed)
  if (taken.length > 0) return refused(taken.map(describeTaken))
  for (const step of findRenamings(current, renamed)) {
    const fault = await findStoredFault(db, step, released)
    if (fault !== undefined) return refused([fault])
  }
  const changed = result.documents.map((entry) => ({ id: String(entry.after.id), body: entry.after }))
  const problems = listSystemProblems(user, sources, changed)
  if (problems.length > 0) return refused(problems.map(({ text }) => text))
  const named = new Set((await readDraftBodies(db.app, renaming.from)).map((draft) => draft.id))
  const following = new Set(result.documents.map((entry) => entry.id))
  return {
    faults: [],
    documents: result.documents.map(countUses),
    byHand: result.byHand.map(({ id: key, text }) => ({ id: key, text })),
    drafts: (await readDraftOwners(db.app)).filter(
      ({ documentId, userId }) =>
        named.has(documentId) && following.has(documentId) && !(documentId === id && userId === user.id),
    ),
    body: renamed,
  }
}

/** The screens whose records have the field: the one that declares it, and the overlays over it. */
function listScreens(documents: readonly JsonObject[], renaming: Renaming): string[] {
  if (renaming.kind !== 'field') return []
  const byId = new Map(documents.map((document) => [String(document.id), document]))
  const findRoot = (id: string): string => {
    const document = byId.get(id)
    return isOverlay(document) && byId.has(String(document.extends)) ? findRoot(String(document.extends)) : id
  }
  const root = findRoot(renaming.screen)
  return [...byId.keys()].filter((id) => findRoot(id) === root)
}

/**
 * Carries the names of a plan out in the transaction of its release: in the drafts of all designers, in what is stored under
 * them, and in the other documents. The columns and tables follow by their plan.
 */
export async function storeRenames(
  services: DesignServices,
  trx: Trx,
  { stages, followers }: Pick<RenamePlan, 'stages' | 'followers'>,
  sources: Sources,
  author: string,
): Promise<void> {
  const { db } = services
  for (const stage of stages) {
    await renameInDrafts(services, trx, stage)
    await renameInVersions(services, trx, stage)
    const screens = listScreens(stage.documents, stage.renaming)
    await renameStored(db, trx, screens, stage.renaming, stage.column ?? {})
  }
  const note = stages
    .map(({ renaming }) => describeRenaming(renaming))
    .join('；')
    .slice(0, 500)
  await storeReleased(
    db,
    trx,
    followers.map(({ id, after }) => ({ id, body: after, source: sources.get(id), note, author })),
  )
}

/** The versions of workflows by which cases go on follow the name. */
async function renameInVersions(services: DesignServices, trx: Trx, stage: RenameStage): Promise<void> {
  for (const { workflow, version, document } of await readRunningVersions(trx)) {
    const after = followStage(services, stage, document)
    if (after !== document)
      await sql`
        update sys_workflow_version set document = ${JSON.stringify(after)}
        where workflow = ${workflow} and version = ${version}`.execute(trx)
  }
}

/** The drafts that use the name get the new one, with the documents from which they were started. */
async function renameInDrafts(
  services: DesignServices,
  trx: Trx,
  { renaming, documents }: RenameStage,
): Promise<void> {
  for (const { id, userId, base, body } of await readDraftBodies(trx, renaming.from)) {
    const others = documents.filter((document) => document.id !== id)
    const follow = (document: JsonObject): JsonObject => {
      const result = renameIn(services, [...others, document], renaming, document)
      // A draft with which the rename is refused keeps the former name; its check says so.
      return (result.ok && result.documents[0]?.after) || document
    }
    const isRenamed = renaming.kind === 'field' && id === renaming.screen
    const followed = follow(body)
    await storeDraft(trx, id, userId, {
      base: base && follow(base),
      body: isRenamed || renaming.kind === 'table' ? followNote(followed, renaming) : followed,
    })
  }
}
