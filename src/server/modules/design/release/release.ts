import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { isStorable, storableText } from '#runtime/kernel/text/text.ts'
import { mergeDocuments } from '#runtime/schema/changes/apply.ts'
import type { ChangeConflict } from '#runtime/schema/changes/change.ts'
import { diffDocuments } from '#runtime/schema/changes/diff.ts'
import type { FileProblem } from '../../../documents/library/registry.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Trx } from '../../../platform/store/database.ts'
import { readCompanions } from '../companions.ts'
import { refuseChanged } from '../draft-changed.ts'
import { inspectNamed } from '../inspect.ts'
import { refuseRelease } from '../refusals.ts'
import { formerPath, nameAsPlanned, planRenames } from '../rename/plan-renames.ts'
import { storeRenames } from '../rename/rename.ts'
import { requireApprovedDraft } from '../review/review.ts'
import type { DesignServices } from '../services.ts'
import type { ReleaseBody } from '../shape.ts'
import {
  countReleases,
  type Draft,
  isDesigned,
  latestRevision,
  lockReleases,
  readDraft,
  removeDraft,
} from '../store.ts'
import { storeReleased } from '../store-released.ts'
import { getTableName, releaseTables, requireTyped } from '../tables/force-tables.ts'
import { readSources } from '../tables/sources.ts'
import { conflictWords, readReleasers } from './conflicts.ts'
import { tryRelease } from './try-release.ts'

const refuse = defineRefusals({
  DESIGN_UNCHANGED: '草稿与现在用的相同，不用发布',
  DESIGN_CONFLICT: '同一处已经另外改过并发布了，请先选定用哪一个',
  DESIGN_PLAN: '有的步骤会丢数据或带出旧数据，请先确认：{steps}',
})

/**
 * Releases the user's draft of a document: merges it with the releases of others, checks it, plans its tables, tries the
 * screen, and stores a revision, also of the new dictionaries and pickers that it names. The names that it gives to what is
 * released are carried out with it, in all that uses them. Refused with the reasons; nothing is changed then.
 */
export async function releaseDraft(
  services: DesignServices,
  user: SessionUser,
  id: string,
  { note, table, previous }: ReleaseBody,
): Promise<{ revision: number; problems: readonly FileProblem[] }> {
  const { db, config, documents, reloadDocuments } = services
  if (!isStorable(note))
    throw refuseRelease('DESIGN_NOTE', { values: { text: storableText(note).slice(0, 40) } })
  const draft = await readDraft(db.app, id, user.id)
  if (previous !== undefined && draft?.version !== previous) throw await refuseChanged(services, id, user)
  if (!draft) throw refuseRelease('DESIGN_NO_DRAFT')
  const [before, releases] = [await latestRevision(db.app, id), await countReleases(db.app)]
  const sources = await readSources(config, db.app)
  const source = sources.get(id)
  const names = await planRenames(services, sources, id, draft.body)
  const current = names.sources.get(names.id)?.current ?? null
  const isCurrent = isSameJson(draft.base, source?.current ?? null)
  const base = isCurrent ? current : draft.base && nameAsPlanned(services, names, draft.base)
  const named = { base, current }
  const { document: body, conflicts } = mergeDraft({ ...named, body: draft.body })
  if (source && conflicts.length > 0) {
    const words = conflictWords(conflicts, base, draft.body)
    const paths = words.map(({ path }) => formerPath(names, path))
    const releasers = await readReleasers(db.app, id, source.current, paths, user)
    throw refuse('DESIGN_CONFLICT', {
      result: {
        conflicts: words.map((word, at) => ({ ...word, by: releasers[at] })),
        current: source.current,
        named,
      },
    })
  }
  if (source && diffDocuments(source.current, body).length === 0) throw refuse('DESIGN_UNCHANGED')
  const companions = await readCompanions(db.app, sources, { id, body }, user.id)
  const useApproval = await requireApprovedDraft(services, user.id, draft.body, companions)
  const inspection = await inspectNamed(services, user, sources, names, body, companions)
  const { problems, steps, released, documents: planned } = inspection
  if (problems.length > 0) throw refuseRelease('DESIGN_PROBLEMS', { result: { problems } })
  const waiting = steps.filter(({ additive, blocks }) => blocks && !additive)
  if (waiting.length > 0 && table === undefined)
    throw refuse('DESIGN_PLAN', {
      values: { steps: waiting.map(({ text }) => text).join('；') },
      result: { steps },
    })
  if (waiting.length > 0) requireTyped(getTableName(body), table)
  const drafts = [
    { id: names.id, body, shipped: source?.shipped ?? null },
    ...companions.map((companion) => ({ ...companion, shipped: null })),
  ]
  const isForced = waiting.length > 0
  const renames = (trx: Trx) => storeRenames(services, trx, names, sources, user.username)
  const faults = await tryRelease(services, user, { released, drafts, planned, isForced, work: renames })
  // A release in the meantime may be what was in the way of the trial.
  if ((await latestRevision(db.app, id)) !== before) throw refuseRelease('DESIGN_MEANWHILE')
  if (faults.length > 0)
    throw refuseRelease('DESIGN_SMOKE', { values: { faults: faults.join('；') }, result: { faults } })
  let revision = 0
  const store = async (trx: Trx): Promise<void> => {
    await lockReleases(trx)
    // A release between the reading and now would be overwritten, or may use a former name.
    const isOlder = (await latestRevision(trx, id)) !== before
    if (isOlder || (names.stages.length > 0 && (await countReleases(trx)) !== releases))
      throw refuseRelease('DESIGN_MEANWHILE')
    await useApproval(trx)
    // Another page, or a rename, changed the draft after it was checked.
    if (!(await removeDraft(trx, id, user.id, { previous: draft.version })))
      throw refuseRelease('DESIGN_MEANWHILE')
    await renames(trx)
    for (const companion of companions) {
      // Another designer may have released a document of this id meanwhile.
      if (await isDesigned(trx, companion.id)) throw refuseRelease('DESIGN_MEANWHILE')
      await removeDraft(trx, companion.id, user.id)
    }
    const author = user.username
    const numbers = await storeReleased(db, trx, [
      { id: names.id, body, source, note, author },
      ...companions.map((companion) => ({ ...companion, source: undefined, note, author })),
    ])
    revision = numbers.get(names.id) ?? 0
  }
  // Steps that lose data, and renames, have happened with the revision or not at all; the load runs the others. Those that
  // remain wait for a synchronisation.
  if (isForced || names.stages.length > 0) await releaseTables(db, planned, isForced, store)
  else await db.write(store)
  await reloadDocuments()
  return { revision, problems: documents.entry(names.id)?.problems ?? documents.broken().get(names.id) ?? [] }
}

/** The draft with the releases of others since it was started; a document that is gone is released as a new one. */
function mergeDraft({ base, body, current }: Pick<Draft, 'base' | 'body'> & { current: JsonObject | null }): {
  document: JsonObject
  conflicts: ChangeConflict[]
} {
  if (!current || isSameJson(base, current)) return { document: body, conflicts: [] }
  return mergeDocuments(base ?? {}, body, current)
}
