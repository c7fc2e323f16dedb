import { defineModule } from '../define-module.ts'
import { type MessageServices, messageRoutes, templateRoutes } from './routes.ts'
import { templateHook } from './template-hook.ts'

/** Templates of mails and text messages, and the messages of the outbox, under the addresses of the contract. */
export const messageModule = defineModule<MessageServices>({
  name: 'message',
  routes: [templateRoutes, messageRoutes],
  hooks: (read) => [templateHook(read)],
})
