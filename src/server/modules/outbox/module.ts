import { defineModule } from '../define-module.ts'
import { deliveryJob, deliveryTask } from './delivery.ts'
import { outboxChannels, outboxDelivery, outboxFiles, outboxOnce, outboxTexts } from './migration.ts'
import { type OutboxServices, outboxPermission, outboxRoutes } from './routes.ts'

/** Mails, text messages and robots of chats: the outbox, their delivery by the configured providers, and a test of these. */
export const outboxModule = defineModule<OutboxServices>({
  name: 'outbox',
  routes: [outboxRoutes],
  jobs: [deliveryJob],
  tasks: [deliveryTask],
  permissions: [outboxPermission],
  migrations: {
    '20261123-0055-outbox-delivery': outboxDelivery,
    '20261129-0738-outbox-channels': outboxChannels,
    '20261129-1140-outbox-files': outboxFiles,
    '20261129-1855-outbox-once': outboxOnce,
    '20261201-0530-outbox-texts': outboxTexts,
  },
})
