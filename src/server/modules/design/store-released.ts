import { designChannel } from '../../documents/designed.ts'
import type { Database, Trx } from '../../platform/store/database.ts'
import { latestRevision, type NewRevision, storeRevision } from './store.ts'
import type { DocumentSource } from './tables/sources.ts'

/**
 * Stores the released state of a document and tells all servers. The first release of a document that another source had keeps
 * that state as a revision to return to. Returns the number of the revision.
 */
export async function storeReleased(
  db: Pick<Database, 'notify'>,
  trx: Trx,
  source: DocumentSource | undefined,
  { id, ...revision }: NewRevision & { id: string },
): Promise<number> {
  const shipped = source?.shipped ?? null
  if (source && (await latestRevision(trx, id)) === 0)
    await storeRevision(trx, id, shipped, { body: source.current, note: '原来的', author: 'system' })
  await db.notify(designChannel, id, trx)
  return storeRevision(trx, id, shipped, revision)
}
