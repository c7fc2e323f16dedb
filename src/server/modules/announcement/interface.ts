/** The parts of the announcement module that other modules may import. */
export { findReceivers, receiverFault, receiverShape } from './receivers.ts'
export { buildMessageSender, type SystemMessage, sendSystemMessages } from './send-message.ts'
export { announcementId } from './shape.ts'
