import type { Consequence } from '../../../records/record-transaction.ts'
import { announcementId } from '../../announcement/interface.ts'
import { deliverMessages } from './deliver.ts'
import { planMessages } from './plan.ts'

/** Sends a message to each recipient who may open the record, and to groups of chats, by the ways of the template. */
export const notify: Consequence<'notify'> = {
  name: 'notify',
  remains: false,
  async run(settings, context) {
    const { transaction, resource, id, change } = context
    const { documents } = transaction
    if (!documents.screen(announcementId)) return null
    const planned = await planMessages(settings, context)
    if (!planned) return { count: 0, note: `没有消息模板「${settings.template}」，或它已停用` }
    const record = change === 'remove' ? undefined : { screen: resource.screen.id, id }
    const reached = await deliverMessages(transaction, planned, record ? { record } : {})
    return { count: reached.size }
  },
}
