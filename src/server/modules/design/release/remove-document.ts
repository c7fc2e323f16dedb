import { designChannel } from '../../../documents/designed.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Trx } from '../../../platform/store/database.ts'
import { listSystemProblems, problemsWithout } from '../inspect.ts'
import { refuseRelease } from '../refusals.ts'
import { requireApprovedOperation, type UseApproval } from '../review/review.ts'
import type { DesignServices } from '../services.ts'
import { detachDrafts, removeDesigned, removeDraft, storeRevisions } from '../store.ts'
import { dropTables, tablesOfOthers } from '../tables/existing-tables.ts'
import { getTableName, requireTyped } from '../tables/force-tables.ts'
import { removePastedRows } from '../tables/pasted-rows.ts'
import { forgetDocument } from '../tables/samples.ts'
import { type DocumentSource, documentGone, readSources } from '../tables/sources.ts'

const refuse = defineRefusals({
  DESIGN_SHIPPED: '「{title}」随系统安装，不能删除',
  DESIGN_USED: '「{title}」还有别的文档在用，请先改好它们：{files}',
  DESIGN_SYSTEM_TABLE: '表 {table} 是系统的表，不能删除',
})

/** Refuses the removal of a shipped document, and of a document without which another would have problems. */
async function requireRemovable(
  services: Pick<DesignServices, 'registeredNames'>,
  sources: ReadonlyMap<string, DocumentSource>,
  { id, current, shipped }: DocumentSource,
): Promise<void> {
  const title = String(current.title ?? id)
  if (shipped) throw refuse('DESIGN_SHIPPED', { values: { title } })
  const problems = await problemsWithout(services, sources, id)
  if (problems.length === 0) return
  const files = [...new Set(problems.map(({ file }) => file))].join('、')
  throw refuse('DESIGN_USED', { values: { title, files }, result: { problems } })
}

const requireApprovedRemoval = (
  services: DesignServices,
  user: SessionUser,
  { current }: DocumentSource,
  isDropped: boolean,
): Promise<UseApproval> => requireApprovedOperation(services, user.id, { kind: 'remove', isDropped }, current)

/** Removes what designers made of a document, with the user's draft; its revisions and the drafts of others stay. */
async function removeWithDraft(
  { db }: DesignServices,
  trx: Trx,
  user: SessionUser,
  { id, shipped }: DocumentSource,
): Promise<void> {
  await removeDesigned(trx, id)
  await removeDraft(trx, id, user.id)
  await removePastedRows(trx, id, user.id)
  await forgetDocument(trx, id)
  if (!shipped) await detachDrafts(trx, id)
  await db.notify(designChannel, id, trx)
}

/**
 * Removes a released document; with `typed`, the name of its table, the table and its rows as well. A file with local
 * changes returns to its state as installed, unless its table is to be dropped.
 */
export async function removeReleased(
  services: DesignServices,
  user: SessionUser,
  id: string,
  typed?: string,
): Promise<void> {
  const { db, config, reloadDocuments } = services
  const sources = await readSources(config, db.app)
  const source = sources.get(id)
  if (!source) throw documentGone()
  const table = getTableName(source.current)
  const isRestored = source.origin !== 'file' && source.shipped !== null && typed === undefined
  if (!isRestored) await requireRemovable(services, sources, source)
  const useApproval = await requireApprovedRemoval(services, user, source, typed !== undefined)
  if (source.shipped) {
    const problems = listSystemProblems(user, sources, [{ id, body: source.shipped }])
    if (problems.length > 0) throw refuseRelease('DESIGN_PROBLEMS', { result: { problems } })
  }
  if (typed !== undefined) {
    requireTyped(table, typed)
    if (table.startsWith('sys_')) throw refuse('DESIGN_SYSTEM_TABLE', { values: { table } })
  }
  await db.write(async (trx) => {
    await useApproval(trx)
    if (source.shipped) {
      const { shipped } = source
      const note = '恢复为随系统安装的'
      await storeRevisions(trx, [{ id, body: shipped, shipped, note, author: user.username }])
    }
    await removeWithDraft(services, trx, user, source)
  })
  await reloadDocuments()
  if (typed !== undefined) await dropTables(db, source, tablesOfOthers(sources, id))
}

/** Removes a document, or the user's draft of a document that was never released. False: there is neither. */
export async function removeDocument(
  services: DesignServices,
  id: string,
  user: SessionUser,
): Promise<boolean> {
  const { db, config, reloadDocuments } = services
  const sources = await readSources(config, db.app)
  const source = sources.get(id)
  if (!source) return await db.write((trx) => removeDraft(trx, id, user.id))
  await requireRemovable(services, sources, source)
  const useApproval = await requireApprovedRemoval(services, user, source, false)
  await db.write(async (trx) => {
    await useApproval(trx)
    await removeWithDraft(services, trx, user, source)
  })
  await reloadDocuments()
  return true
}
