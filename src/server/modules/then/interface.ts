/** The parts of the module of consequences that other modules may import. */
export { type ServerMessage, sendServerMessage } from './notify/server-message.ts'
