import Type from 'typebox'
import { defineJobType } from '../../platform/jobs/job-type.ts'
import type { Database } from '../../platform/store/database.ts'
import { findReceivers, receiverFault, receiverShape } from './receivers.ts'
import { sendSystemMessages } from './send-message.ts'

/** Puts a message into the inbox of each receiver. */
export const reminder = defineJobType({
  name: 'reminder',
  title: '消息提醒',
  parameters: Type.Object({
    ...receiverShape,
    title: Type.String({ maxLength: 100 }),
    content: Type.String({ maxLength: 500 }),
  }),
  fault: (_services: { db: Database }, parameters) => receiverFault(parameters),
  async run({ db }, { title, content, ...to }) {
    const receivers = await findReceivers(db.app, to)
    if (receivers.length === 0) throw new Error('没有可以接收的用户：选的人已停用，或角色里没有人')
    await sendSystemMessages(db, ...receivers.map((userId) => ({ userId, title, text: content })))
    return `通知 ${receivers.length} 人`
  },
})
