import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Db } from '../../platform/store/database.ts'
import { badParameter } from '../../records/refuse.ts'
import { listActive } from '../../records/workflow/staff.ts'

const refuse = defineRefusals({
  PERSON_UNKNOWN: '没有账号「{person}」，或者已经停用，请换一个人',
})

/** The people of a request; refused where one of them cannot work. */
export async function requirePeople(db: Db, accounts: readonly string[]): Promise<string[]> {
  if (accounts.length === 0) throw badParameter('people')
  const active = await listActive(db, accounts)
  const missing = accounts.find((account) => !active.includes(account))
  if (missing !== undefined) throw refuse('PERSON_UNKNOWN', { values: { person: missing } })
  return active
}
