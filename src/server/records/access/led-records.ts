import { sql } from 'kysely'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { and, type Sql } from '../query/condition.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import type { Resource } from '../resource.ts'
import type { SearchedDocuments } from '../screen-search.ts'
import { listWorkflows } from './workflows.ts'

const refuse = defineRefusals({
  IN_WORKFLOW: '「{title}」正在流程「{workflow}」里，请在待办里办理，或由发起人撤回',
})

/** Refuses a move by hand of records that a workflow leads. */
export async function requireNotLed(
  { trx, documents }: Pick<RecordTransaction, 'trx' | 'documents'>,
  { screen }: Resource,
  ids: readonly string[],
): Promise<void> {
  if (listWorkflows(documents, screen.id).length === 0) return
  const { rows } = await sql<{ title: string; workflow: string }>`
    select biz_title as title, process as workflow from sys_workflow_case
    where screen = ${screen.id} and record_id = any(${ids}::text[]) and status in ('running', 'suspended')
    limit 1`.execute(trx)
  if (rows[0]) throw refuse('IN_WORKFLOW', { values: rows[0] })
}

/** The conditions, or that the user started the workflow of the record or has had a task of it. */
export function orLed(
  { screen }: Pick<Resource, 'screen'>,
  { username }: Pick<SessionUser, 'username'>,
  documents: SearchedDocuments,
  conditions: readonly Sql[],
): readonly Sql[] {
  if (conditions.length === 0 || listWorkflows(documents, screen.id).length === 0) return conditions
  return [
    sql`((${and([...conditions])}) or exists (select 1 from sys_workflow_task k
      where k.record_id = t.id::text and k.screen = ${screen.id} and ${username} in (k.person, k.starter)
        and (k.status <> 'closed' or k.starter = ${username})))`,
  ]
}
