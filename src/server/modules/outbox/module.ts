import { defineModule } from '../define-module.ts'
import { type DeliveryServices, deliveryJob } from './delivery.ts'
import { outboxDelivery } from './migration.ts'
import { outboxPermission, outboxRoutes } from './routes.ts'

/** Text messages and mails: the outbox, their delivery by the configured providers, and a test of these. */
export const outboxModule = defineModule<DeliveryServices>({
  name: 'outbox',
  routes: [outboxRoutes],
  jobs: [deliveryJob],
  permissions: [outboxPermission],
  migrations: { '20261123-0055-outbox-delivery': outboxDelivery },
})
