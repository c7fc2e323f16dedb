import { sql } from 'kysely'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { workflowDocuments } from '../../records/access/workflows.ts'
import { notFound } from '../../records/refuse.ts'
import type { RecordServices } from '../../records/services.ts'
import type { SwitchBody } from './shape.ts'

export const switchAddress = '/workflow/switch'

/** Lets a workflow start cases again, or no new ones; those under way go on. Returns whether that is a change. */
export async function switchWorkflow(
  { db, documents }: Pick<RecordServices, 'db' | 'documents'>,
  { username }: SessionUser,
  { workflow: id, isOn }: SwitchBody,
  ip: string,
): Promise<boolean> {
  const workflow = workflowDocuments(documents).find((entry) => entry.id === id)
  if (!workflow) throw notFound()
  return await db.write(async (trx) => {
    const { rows } = await (isOn
      ? sql`delete from sys_workflow_off where workflow = ${id} returning 1`
      : sql`insert into sys_workflow_off (workflow, create_by) values (${id}, ${username}) on conflict do nothing returning 1`
    ).execute(trx)
    if (rows.length === 0) return false
    const content = `${isOn ? '启用' : '停用'}流程：${workflow.title}（${id}）`
    await writeLog(trx, { type: 2, content, username, ip, route: switchAddress })
    return true
  })
}
