import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { holds, type SessionUser } from '../../platform/http/requests/user.ts'
import type { Db } from '../../platform/store/database.ts'
import { notFound } from '../../records/refuse.ts'
import { manageCode } from './act.ts'
import type { CaseBody } from './shape.ts'

/** Refuses an action on a case of somebody else: its starter withdraws and urges, who manages cases does all but withdraw. */
export async function requireCaseRight(
  db: Db,
  user: SessionUser,
  id: string,
  action: CaseBody['action'],
): Promise<void> {
  const isManager = holds(user, manageCode)
  const { rows } = await sql<{ starter: string }>`
    select starter from sys_workflow_case where id = ${id}`.execute(db)
  const isStarter = rows[0]?.starter === user.username
  if (!rows[0] || (!isManager && !isStarter)) throw notFound()
  const isAllowed = action === 'urge' || (action === 'withdraw' ? isStarter : isManager)
  if (!isAllowed) throw appError('FORBIDDEN')
}
