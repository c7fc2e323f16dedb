import { sql } from 'kysely'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import type { Resource } from '../resource.ts'

const refuse = defineRefusals({
  IN_WORKFLOW: '「{title}」正在流程「{workflow}」里，请在待办里办理，或由发起人撤回',
})

/** Refuses a move by hand of records that a workflow leads. */
export async function requireNotLed(
  { trx }: Pick<RecordTransaction, 'trx'>,
  { screen }: Resource,
  ids: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ title: string; workflow: string }>`
    select biz_title as title, process as workflow from sys_workflow_case
    where screen = ${screen.id} and record_id = any(${ids}::text[]) and status in ('running', 'suspended')
    limit 1`.execute(trx)
  if (rows[0]) throw refuse('IN_WORKFLOW', { values: rows[0] })
}
