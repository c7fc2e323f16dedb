import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { holds, type SessionUser } from '../../platform/http/requests/user.ts'
import { caseTenant } from '../../records/access/case-tenant.ts'
import { notFound } from '../../records/refuse.ts'
import type { RecordServices } from '../../records/services.ts'
import { manageCode } from './act.ts'
import type { CaseBody } from './shape.ts'

/** Refuses an action on a case of somebody else: its starter withdraws and urges, who manages cases does all but withdraw. */
export async function requireCaseRight(
  { db, documents }: Pick<RecordServices, 'db' | 'documents'>,
  user: SessionUser,
  id: string,
  action: CaseBody['action'],
): Promise<void> {
  const isManager = holds(user, manageCode)
  const { rows } = await sql<{ starter: string }>`
    select c.starter from sys_workflow_case as c where c.id = ${id} and ${caseTenant(documents, user)}`.execute(
    db.app,
  )
  const isStarter = rows[0]?.starter === user.username
  if (!rows[0] || (!isManager && !isStarter)) throw notFound()
  const isAllowed = action === 'urge' || (action === 'withdraw' ? isStarter : isManager)
  if (!isAllowed) throw appError('FORBIDDEN')
}
