import { isStorable } from '#runtime/kernel/text/text.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import { holds, type SessionUser } from '../../../platform/http/requests/user.ts'
import { designRelease } from '../permissions.ts'
import { refuseRelease } from '../refusals.ts'
import { tryRelease } from '../release/try-release.ts'
import type { DesignServices } from '../services.ts'
import { countReleases, lockReleases, readDrafts, storeDraft } from '../store.ts'
import { storeReleased } from '../store-released.ts'
import { type PackageChoice, planDocuments, type ReadyPackage, readDocuments } from './plan-package.ts'

const refuse = defineRefusals({
  DESIGN_PACKAGE_NONE: '没有要导入的文档，请至少选一份',
  DESIGN_PACKAGE_CHOICE: '还没有选定怎么处理：{titles}',
  DESIGN_PACKAGE_NAMES: '改不了名：{faults}',
  DESIGN_PACKAGE_DRAFTS: '您已有这些文档的草稿，请先发布或放弃，或跳过它们：{ids}',
  DESIGN_PACKAGE_RELEASE: '没有发布文档的权限，请存成草稿，由能发布的人发布',
  DESIGN_PACKAGE_REVIEW: '发布前要有另一个人审核：请存成草稿，逐份请人审核',
  DESIGN_PACKAGE_PLAN: '有的步骤会丢数据，请存成草稿，逐份确认后发布：{steps}',
})

export interface PackageImport {
  text: string
  choices: readonly PackageChoice[]
  /** Null: the documents become drafts of the user. */
  release: { note: string } | null
}

/** Stores the documents of a package: as drafts of the user, or released together. All or nothing. */
export async function importPackage(
  services: DesignServices,
  user: SessionUser,
  { text, choices, release }: PackageImport,
): Promise<number> {
  const documents = readDocuments(text)
  return await importPlanned(services, user, release, () => planDocuments(services, user, documents, choices))
}

/** Stores the documents of a plan, which is made after the rights to do so were checked. */
export async function importPlanned(
  services: DesignServices,
  user: SessionUser,
  release: PackageImport['release'],
  plan: () => Promise<ReadyPackage>,
): Promise<number> {
  if (release && !holds(user, designRelease)) throw refuse('DESIGN_PACKAGE_RELEASE')
  if (release && services.config.designReview) throw refuse('DESIGN_PACKAGE_REVIEW')
  const releases = await countReleases(services.db.app)
  const ready = await plan()
  const { documents, faults } = ready.plan
  const undecided = documents.filter(({ action }) => action === null)
  if (undecided.length > 0)
    throw refuse('DESIGN_PACKAGE_CHOICE', {
      values: { titles: undecided.map(({ title }) => String(title)).join('、') },
    })
  if (faults.length > 0) throw refuse('DESIGN_PACKAGE_NAMES', { values: { faults: faults.join('；') } })
  if (ready.drafts.length === 0) throw refuse('DESIGN_PACKAGE_NONE')
  if (release) await releasePackage(services, user, ready, release.note, releases)
  else await storeDrafts(services, user, ready)
  return ready.drafts.length
}

/** A document with problems may become a draft, which its designer mends. */
async function storeDrafts(
  { db }: DesignServices,
  user: SessionUser,
  { drafts, sources }: ReadyPackage,
): Promise<void> {
  await db.write(async (trx) => {
    const existing = await readDrafts(trx, user.id)
    const taken = drafts.filter(({ id }) => existing.has(id))
    if (taken.length > 0)
      throw refuse('DESIGN_PACKAGE_DRAFTS', { values: { ids: taken.map(({ id }) => id).join('、') } })
    for (const { id, body } of drafts)
      await storeDraft(trx, id, user.id, { base: sources.get(id)?.current ?? null, body })
  })
}

async function releasePackage(
  services: DesignServices,
  user: SessionUser,
  { plan, drafts, sources, inspected }: ReadyPackage,
  note: string,
  releases: number,
): Promise<void> {
  const { db, reloadDocuments } = services
  if (!isStorable(note)) throw refuseRelease('DESIGN_NOTE', { values: { text: note.slice(0, 40) } })
  if (!inspected || plan.problems.length > 0)
    throw refuseRelease('DESIGN_PROBLEMS', { result: { problems: plan.problems } })
  const waiting = plan.steps.filter(({ additive, blocks }) => blocks && !additive)
  if (waiting.length > 0)
    throw refuse('DESIGN_PACKAGE_PLAN', { values: { steps: waiting.map(({ text }) => text).join('；') } })
  const faults = await tryRelease(services, user, {
    released: inspected.released,
    drafts: drafts.map((draft) => ({ ...draft, shipped: sources.get(draft.id)?.shipped ?? null })),
    planned: inspected.documents,
    isForced: false,
  })
  // A release in the meantime may be what was in the way of the trial.
  if ((await countReleases(db.app)) !== releases) throw refuseRelease('DESIGN_MEANWHILE')
  if (faults.length > 0)
    throw refuseRelease('DESIGN_SMOKE', { values: { faults: faults.join('；') }, result: { faults } })
  await db.write(async (trx) => {
    await lockReleases(trx)
    // What was released in the meantime was not part of the check.
    if ((await countReleases(trx)) !== releases) throw refuseRelease('DESIGN_MEANWHILE')
    const author = user.username
    await storeReleased(
      db,
      trx,
      drafts.map(({ id, body }) => ({ id, body, source: sources.get(id), note, author })),
    )
  })
  await reloadDocuments()
}
