import { AppError } from '#runtime/kernel/errors.ts'
import { isStorable } from '#runtime/kernel/text/text.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import { holds, type SessionUser } from '../../../platform/http/requests/user.ts'
import type { RecordServices } from '../../../records/services.ts'
import { designRelease } from '../permissions.ts'
import { refuseRelease } from '../refusals.ts'
import { tryRelease } from '../release/try-release.ts'
import type { DesignServices } from '../services.ts'
import { countReleases, lockReleases, readDrafts, storeDraft } from '../store.ts'
import { storeReleased } from '../store-released.ts'
import { type AppliedParts, applyParts } from './apply-parts.ts'
import { type PackageChoices, planDocuments, type ReadyPackage, readContent } from './plan-package.ts'
import type { ReadyParts } from './plan-parts.ts'

const refuse = defineRefusals({
  DESIGN_PACKAGE_NONE: '没有要导入的文档，请至少选一份',
  DESIGN_PACKAGE_CHOICE: '还没有选定怎么处理：{titles}',
  DESIGN_PACKAGE_NAMES: '改不了名：{faults}',
  DESIGN_PACKAGE_DRAFTS: '您已有这些文档的草稿，请先发布或放弃，或跳过它们：{ids}',
  DESIGN_PACKAGE_RELEASE: '没有发布文档的权限，请存成草稿，由能发布的人发布',
  DESIGN_PACKAGE_REVIEW: '发布前要有另一个人审核：请存成草稿，逐份请人审核',
  DESIGN_PACKAGE_PARTS:
    '文档已发布，角色的拟授权和菜单没有写入：{reason}；处理以后再导入一次，文档相同的跳过',
  DESIGN_PACKAGE_PLAN: '有的步骤会丢数据，请存成草稿，逐份确认后发布：{steps}',
})

export interface PackageImport extends PackageChoices {
  text: string
  /** Null: the documents become drafts of the user. */
  release: { note: string } | null
}

/** What importing a package uses. */
export type PackageServices = DesignServices & RecordServices

export interface ImportedPackage {
  /** The stored documents. */
  count: number
  /** Null: nothing was written beside them. */
  applied: AppliedParts | null
}

/**
 * Stores the documents of a package: as drafts of the user, or released together, with the grants that it proposes and its
 * changes of the menu. All documents or none.
 */
export async function importPackage(
  services: PackageServices,
  user: SessionUser,
  ip: string,
  { text, release, ...choices }: PackageImport,
): Promise<ImportedPackage> {
  const content = readContent(text)
  const ready = await importPlanned(services, user, release, () =>
    planDocuments(services, user, content, choices),
  )
  const count = ready.drafts.length
  if (!release || !hasParts(ready.parts)) return { count, applied: null }
  const line = { content: `导入文档包：发布 ${count} 份文档`, ip }
  try {
    return { count, applied: await applyParts(services, user, ready.parts, line) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw refuse('DESIGN_PACKAGE_PARTS', { values: { reason: error.text } })
  }
}

const hasParts = (parts: ReadyParts | null): parts is ReadyParts => parts !== null && parts.plan.count > 0

/** Stores the documents of a plan, which is made after the rights to do so were checked. */
export async function importPlanned(
  services: DesignServices,
  user: SessionUser,
  release: PackageImport['release'],
  plan: () => Promise<ReadyPackage>,
): Promise<ReadyPackage> {
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
  if (ready.drafts.length === 0) {
    // The documents are here already, and what administrators have set for them may follow.
    if (!release || !hasParts(ready.parts)) throw refuse('DESIGN_PACKAGE_NONE')
  } else if (release) await releasePackage(services, user, ready, release.note, releases)
  else await storeDrafts(services, user, ready)
  return ready
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
