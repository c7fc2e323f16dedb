/** The parts of the announcement module that other modules may import. */
export { findReceivers, receiverFault, receiverShape, sendToAll } from './receivers.ts'
export { buildMessageSender, type SystemMessage } from './send-message.ts'
export { announcementId } from './shape.ts'
