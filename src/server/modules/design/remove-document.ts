import { designChannel } from '../../documents/designed.ts'
import { collectNames, validateDocuments } from '../../documents/validate.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { fileOf } from './inspect.ts'
import type { DesignServices } from './routes.ts'
import { readSources } from './sources.ts'
import { removeDesigned, removeDraft } from './store.ts'

const refuse = defineRefusals({
  DESIGN_SHIPPED: '「{title}」随系统安装，不能删除',
  DESIGN_USED: '「{title}」还被 {users} 使用，不能删除',
})

/**
 * Removes a document that only the designer has, with the draft of the user; its revisions stay. False: there is neither.
 * Refused while another document would have problems without it.
 */
export async function removeDocument(
  { db, config, registeredNames, reloadDocuments }: DesignServices,
  id: string,
  userId: string,
): Promise<boolean> {
  const sources = await readSources(config, db.app)
  const source = sources.get(id)
  if (!source) return await db.write((trx) => removeDraft(trx, id, userId))
  const title = String(source.current.title ?? id)
  if (source.shipped) throw refuse('DESIGN_SHIPPED', { values: { title } })
  const files = [...sources.values()].map((entry) => fileOf(entry.id, entry.current))
  const faultyIn = (list: typeof files) =>
    validateDocuments(list, collectNames(list, [], registeredNames)).results.filter(
      ({ problems }) => problems.length > 0,
    )
  const before = new Set(faultyIn(files).map((result) => result.id))
  const users = faultyIn(files.filter(({ expectedId }) => expectedId !== id)).filter(
    (result) => !before.has(result.id),
  )
  if (users.length > 0)
    throw refuse('DESIGN_USED', { values: { title, users: users.map((result) => result.id).join('、') } })
  await db.write(async (trx) => {
    await removeDesigned(trx, id)
    await removeDraft(trx, id, userId)
    await db.notify(designChannel, id, trx)
  })
  await reloadDocuments()
  return true
}
