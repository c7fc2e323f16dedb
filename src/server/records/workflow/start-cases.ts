import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { newCase } from '#runtime/record/workflow/transition.ts'
import { fillPlaceholders } from '#runtime/schema/kinds/screen/then/text-placeholders.ts'
import type { WorkflowDocument } from '#runtime/schema/kinds/workflow/shape.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Trx } from '../../platform/store/database.ts'
import { anyTenant } from '../access/case-tenant.ts'
import { listWorkflows, openScreen } from '../access/workflows.ts'
import type { RecordEvent } from '../events.ts'
import { withDetails } from '../read/record.ts'
import { fieldText } from '../read/record-texts.ts'
import { addTexts } from '../read/wire.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import type { Resource } from '../resource.ts'
import { addCase, findReturnedCase, lockCase, type StoredCase } from './case-store.ts'
import { holds, recordScope } from './record-scope.ts'
import { applyEvent, endCase } from './run-case.ts'

const refuse = defineRefusals({
  WORKFLOW_OFF:
    '流程「{workflow}」已经停用，暂时不能提交；已经在走的不受影响。请联系系统管理员在「流程定义」里启用',
})

/** The title of a case, with the texts of the record's values. */
async function formatTitle(
  transaction: RecordTransaction,
  { screen, columns }: Resource,
  template: string,
  record: Readonly<JsonObject>,
): Promise<string> {
  const texts = { ...record }
  await addTexts([texts], columns.values(), {
    texts: (values) => transaction.dictionaries.texts(values, transaction.trx),
  })
  const title = fillPlaceholders(template, (key) => {
    const field = screen.fields.find((entry) => entry.key === key)
    return field ? fieldText(field, texts) : ''
  })
  return title.trim().slice(0, 200) || screen.title
}

/** Refuses to begin a case of a workflow that is switched off. */
async function requireOn(trx: Trx, { id, title }: Pick<WorkflowDocument, 'id' | 'title'>): Promise<void> {
  const { rows } = await sql`select 1 from sys_workflow_off where workflow = ${id}`.execute(trx)
  if (rows.length > 0) throw refuse('WORKFLOW_OFF', { values: { workflow: title } })
}

/**
 * Opens the cases of records that a move has submitted, or takes up those that had come back to their starter; one that no
 * workflow leads now ends.
 */
export async function startCases(
  transaction: RecordTransaction,
  events: readonly RecordEvent[],
): Promise<void> {
  const { trx, documents } = transaction
  for (const event of events) {
    if (event.type !== 'record.moved' || event.isUndone) continue
    const workflows = listWorkflows(documents, event.screen).filter(
      ({ document }) => document.start === event.move,
    )
    const resource = workflows.length > 0 ? openScreen(documents, event.screen) : undefined
    if (!resource) continue
    const now = currentTime()
    const { by, id } = event
    const values = await withDetails(trx, resource, { ...event.after })
    const scope = recordScope(resource, values, by, now)
    const workflow = workflows.find(
      ({ document }) => document.when === undefined || holds(document.when, scope),
    )
    const former = await findReturnedCase(trx, event.screen, id)
    const returned = former === undefined ? null : await lockCase(trx, former, anyTenant)
    const endReturned = async (target: string) => {
      if (returned) await endCase(trx, returned, { action: '终止', author: by.username, target })
    }
    if (!workflow) {
      await endReturned('提交时不再需要审批')
      continue
    }
    const title = await formatTitle(transaction, resource, workflow.document.caseTitle, event.after)
    let stored: StoredCase
    if (returned?.workflow === workflow.document.id) stored = { ...returned, title }
    else {
      // A case that has come back is under way; that of another workflow begins.
      await requireOn(trx, workflow.document)
      await endReturned(`改走「${workflow.document.title}」`)
      stored = await addCase(trx, {
        workflow,
        screen: event.screen,
        recordId: id,
        title,
        starter: by.username,
        starterOrg: by.orgCode ?? '',
        tenantId: by.tenantId ?? 0,
        state: newCase(by.username),
      })
    }
    await applyEvent(
      transaction,
      stored,
      { resource, id, values },
      { type: 'start', by: by.username },
      {
        by,
        now,
        log: { action: '提交' },
      },
    )
  }
}
