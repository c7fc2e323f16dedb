import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Db } from '../../../platform/store/database.ts'
import { buildCaller, type Caller } from '../../../records/caller.ts'
import { readHeads } from '../../../records/read/record.ts'
import type { Resource } from '../../../records/resource.ts'
import type { RecordServices } from '../../../records/services.ts'
import { writeRecords } from '../../../records/transaction.ts'
import { removeRecords } from '../../../records/write/remove.ts'
import { forgetSamples, readStoredSamples, type StoredSample } from '../tables/samples.ts'
import { openScreen } from './samples.ts'

const refuse = defineRefusals({
  DESIGN_SAMPLES_RIGHT: '没有删除「{titles}」的权限，请联系管理员',
  DESIGN_SAMPLES_NONE: '没有可删除的示例数据',
})

/** The remaining sample records of a screen. */
export interface ScreenSamples {
  id: string
  title: string
  count: number
  /** How many of them somebody has changed since. */
  edited: number
}

interface FoundSamples {
  resource: Resource
  records: (StoredSample & { isEdited: boolean })[]
}

/** The samples that there still are and that the caller may see, by their screens; the last added first. */
async function findSamples(
  services: RecordServices,
  db: Db,
  caller: Caller,
  id: string,
  isLocked: boolean,
): Promise<FoundSamples[]> {
  const found: FoundSamples[] = []
  const stored = await readStoredSamples(db, id)
  for (const document of new Set(stored.map((sample) => sample.document))) {
    const resource = openScreen(services, document)
    if (!resource) continue
    const samples = stored.filter((sample) => sample.document === document)
    const ids = samples.map(({ record }) => record)
    const heads = await readHeads(db, resource, ids, caller.rules(resource), isLocked)
    const revisions = new Map(heads.map((head) => [head.id, Number(head.rev)]))
    const records = samples.flatMap((sample) => {
      const revision = revisions.get(sample.record)
      return revision === undefined ? [] : [{ ...sample, isEdited: revision !== sample.revision }]
    })
    if (records.length > 0) found.push({ resource, records })
  }
  return found
}

/** The remaining samples of a document and of those that were installed with it. */
export async function listSamples(
  services: RecordServices,
  user: SessionUser,
  id: string,
): Promise<ScreenSamples[]> {
  const found = await findSamples(services, services.db.app, buildCaller(user, services), id, false)
  return found.map(({ resource: { screen }, records }) => ({
    id: screen.id,
    title: screen.title,
    count: records.length,
    edited: records.filter(({ isEdited }) => isEdited).length,
  }))
}

/** Removes the samples in one transaction, in any state; those that somebody has changed only when asked to. Returns their number. */
export async function removeSamples(
  services: RecordServices,
  user: SessionUser,
  id: string,
  withEdited: boolean,
): Promise<number> {
  const caller = buildCaller(user, services)
  return await writeRecords(services, async (transaction) => {
    const { trx } = transaction
    const found = await findSamples(services, trx, caller, id, true)
    const wanted = found
      .map(({ resource, records }) => ({
        resource,
        records: records.filter(({ isEdited }) => withEdited || !isEdited),
      }))
      .filter(({ records }) => records.length > 0)
    if (wanted.length === 0) throw refuse('DESIGN_SAMPLES_NONE')
    const denied = wanted.filter(({ resource }) => !caller.can(`${resource.perm}:delete`))
    if (denied.length > 0)
      throw refuse('DESIGN_SAMPLES_RIGHT', {
        values: { titles: denied.map(({ resource }) => resource.screen.title).join('、') },
      })
    for (const { resource, records } of wanted) {
      const ids = records.map(({ record }) => record)
      await removeRecords(transaction, resource, caller, ids, { inAnyState: true })
      await forgetSamples(trx, records)
    }
    return wanted.reduce((sum, { records }) => sum + records.length, 0)
  })
}
