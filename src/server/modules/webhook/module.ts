import { defineModule } from '../define-module.ts'
import { type DeliverServices, hookJob, hookTask } from './deliver.ts'
import { webhookHook } from './hook.ts'
import { webhookRecords, webhookTables } from './migration.ts'
import { type WebhookRouteServices, webhookRoutes } from './routes.ts'
import { type HookServices, hookSubscribers } from './subscriber.ts'
import { openSubscriptions, type Subscriptions } from './subscriptions.ts'

/** Requests to other systems after changes of records, which administrators arrange on a screen. */
export const webhookModule = defineModule<
  WebhookRouteServices & HookServices & DeliverServices,
  { subscriptions: Subscriptions }
>({
  name: 'webhook',
  routes: [webhookRoutes],
  hooks: [webhookHook],
  subscribers: hookSubscribers,
  jobs: [hookJob],
  tasks: [hookTask],
  open: async ({ db }) => ({ subscriptions: await openSubscriptions(db) }),
  migrations: {
    '20261129-0815-webhooks-of-events': webhookTables,
    '20261201-0600-webhook-records': webhookRecords,
  },
})
