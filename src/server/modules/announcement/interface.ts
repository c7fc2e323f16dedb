/** The parts of the announcement module that other modules may import. */
export { buildMessageSender } from './send-message.ts'
export { announcementId } from './shape.ts'
