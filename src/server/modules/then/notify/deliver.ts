import { buildMessageSender, type SystemMessage } from '../../announcement/interface.ts'
import { storeMessage } from '../../outbox/interface.ts'
import { readSettings } from '../../setting/interface.ts'
import { buildMessage, type PlannedMessage } from './plan.ts'

/** Sends planned messages into inboxes, with what they open, and by the outbox; returns the persons and groups that they reach. */
export async function deliverMessages(
  transaction: Parameters<typeof buildMessageSender>[0],
  planned: readonly PlannedMessage[],
  opened: Pick<SystemMessage, 'record' | 'page'>,
): Promise<ReadonlySet<string>> {
  const settings = planned.some(({ way }) => way !== 'inbox')
    ? await readSettings(transaction.trx)
    : undefined
  const reached = new Set<string>()
  const inbox: SystemMessage[] = []
  for (const { way, recipient, texts, to = '', due, isCollected = false, omitted } of planned) {
    if (omitted !== undefined || !texts) continue
    reached.add(recipient?.id ?? way)
    if (way === 'inbox') {
      if (recipient) inbox.push({ userId: recipient.id, ...texts, ...opened })
    } else if (settings)
      await storeMessage(transaction.trx, settings, buildMessage(way, to, texts), {
        ...(recipient && { userId: recipient.id }),
        due,
        isCollected,
      })
  }
  await buildMessageSender(transaction)(...inbox)
  return reached
}
