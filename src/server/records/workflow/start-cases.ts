import type { JsonObject } from '#runtime/kernel/json.ts'
import { newCase } from '#runtime/record/workflow/transition.ts'
import { fillPlaceholders } from '#runtime/schema/kinds/screen/then/text-placeholders.ts'
import { listWorkflows, openScreen } from '../access/workflows.ts'
import type { RecordEvent } from '../events.ts'
import { withDetails } from '../read/record.ts'
import { fieldText } from '../read/record-texts.ts'
import { addTexts } from '../read/wire.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import type { Resource } from '../resource.ts'
import { addCase, findReturnedCase, lockCase } from './case-store.ts'
import { holds, recordScope } from './record-scope.ts'
import { applyEvent } from './run-case.ts'

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

/** Opens the cases of records that a move has submitted, or takes up those that had come back to their starter. */
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
    const now = new Date()
    const { by, id } = event
    const values = await withDetails(trx, resource, { ...event.after })
    const scope = recordScope(resource, values, by, now)
    const workflow = workflows.find(
      ({ document }) => document.when === undefined || holds(document.when, scope),
    )
    if (!workflow) continue
    const former = await findReturnedCase(trx, event.screen, id)
    const title = await formatTitle(transaction, resource, workflow.document.caseTitle, event.after)
    const returned = former === undefined ? null : await lockCase(trx, former)
    const stored =
      returned?.workflow === workflow.document.id
        ? { ...returned, title }
        : await addCase(trx, {
            workflow,
            screen: event.screen,
            recordId: id,
            title,
            starter: by.username,
            starterOrg: by.orgCode ?? '',
            tenantId: by.tenantId ?? 0,
            state: newCase(by.username),
          })
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
