import { defineClientModule } from '#client/modules/client-module.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

/** The secrets of programs' keys and of webhooks. */
export const apiKeyModule = defineClientModule({
  actionViews: {
    'issue-key': lazyPart(async () => (await import('./IssueSecret.tsx')).IssueKey),
    'issue-webhook': lazyPart(async () => (await import('./IssueSecret.tsx')).IssueWebhook),
  },
})
