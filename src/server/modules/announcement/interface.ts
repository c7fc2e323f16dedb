/** The parts of the announcement module that other modules may import. */
export { messagesOf } from './send-message.ts'
