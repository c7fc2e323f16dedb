import { designChannel } from '../../documents/designed.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Trx } from '../../platform/store/database.ts'
import { problemsWithout } from './inspect.ts'
import type { DesignServices } from './routes.ts'
import { type DocumentSource, readSources } from './sources.ts'
import { removeDesigned, removeDraft, removeDrafts } from './store.ts'

const refuse = defineRefusals({
  DESIGN_SHIPPED: '「{title}」随系统安装，不能删除',
  DESIGN_USED: '「{title}」还有别的文档在用，请先改好它们：{files}',
})

/** Refuses the removal of a shipped document, and of a document without which another would have problems. */
export function requireRemovable(
  services: Pick<DesignServices, 'registeredNames'>,
  sources: ReadonlyMap<string, DocumentSource>,
  { id, current, shipped }: DocumentSource,
): void {
  const title = String(current.title ?? id)
  if (shipped) throw refuse('DESIGN_SHIPPED', { values: { title } })
  const problems = problemsWithout(services, sources, id)
  if (problems.length === 0) return
  const files = [...new Set(problems.map(({ file }) => file))].join('、')
  throw refuse('DESIGN_USED', { values: { title, files }, result: { problems } })
}

/** Removes a document that only the designers have, with all its drafts; its revisions stay. */
export async function removeWithDrafts({ db }: DesignServices, trx: Trx, id: string): Promise<void> {
  await removeDesigned(trx, id)
  await removeDrafts(trx, id)
  await db.notify(designChannel, id, trx)
}

/** Removes a document, or the user's draft of a document that was never released. False: there is neither. */
export async function removeDocument(services: DesignServices, id: string, userId: string): Promise<boolean> {
  const { db, config, reloadDocuments } = services
  const sources = await readSources(config, db.app)
  const source = sources.get(id)
  if (!source) return await db.write((trx) => removeDraft(trx, id, userId))
  requireRemovable(services, sources, source)
  await db.write((trx) => removeWithDrafts(services, trx, id))
  await reloadDocuments()
  return true
}
