import type { Consequence } from '../../../records/record-transaction.ts'
import { announcementId, buildMessageSender } from '../../announcement/interface.ts'
import { storeMessage } from '../../outbox/interface.ts'
import { readSettings } from '../../setting/interface.ts'
import { buildMessage, planMessages } from './plan.ts'

/** Sends a message to each recipient who may open the record, and to groups of chats, by the ways of the template. */
export const notify: Consequence<'notify'> = {
  name: 'notify',
  remains: false,
  async run(settings, context) {
    const { transaction, resource, id, change } = context
    const { trx, documents } = transaction
    if (!documents.screen(announcementId)) return null
    const planned = await planMessages(settings, context)
    if (!planned) return { count: 0, note: `没有消息模板「${settings.template}」，或它已停用` }
    const send = buildMessageSender(transaction)
    const record = change === 'remove' ? undefined : { screen: resource.screen.id, id }
    const values = planned.some(({ way }) => way !== 'inbox') ? await readSettings(trx) : undefined
    const reached = new Set<string>()
    for (const { way, recipient, texts, to = '', due, isCollected = false } of planned.filter(
      ({ omitted }) => omitted === undefined,
    )) {
      if (!texts) continue
      reached.add(recipient?.id ?? way)
      if (way === 'inbox') {
        if (recipient) await send({ userId: recipient.id, ...texts, ...(record && { record }) })
      } else if (values)
        await storeMessage(trx, values, buildMessage(way, to, texts), {
          ...(recipient && { userId: recipient.id }),
          due,
          isCollected,
        })
    }
    return { count: reached.size }
  },
}
