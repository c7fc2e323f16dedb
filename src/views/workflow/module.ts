import { defineClientModule } from '#client/modules/client-module.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

/** The tasks and cases of workflows. */
export const workflowModule = defineClientModule({
  actionViews: {
    'workflow-assign': lazyPart(async () => (await import('./AssignCase.tsx')).AssignCase),
    'workflow-pass': lazyPart(async () => (await import('./PassTasks.tsx')).PassTasks),
  },
})
