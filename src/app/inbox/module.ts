import { type BlockWidget, defineClientModule } from '#client/modules/client-module.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

const TaskRecord = lazyPart(async () => (await import('./Inbox.tsx')).TaskRecord)

/** The bills that wait for the user, and those of the tasks and cases of workflows. */
export const inboxModule = defineClientModule({
  blockWidgets: { inbox: lazyPart(async () => (await import('./Inbox.tsx')).Inbox as BlockWidget) },
  recordDialogs: {
    'bpm/todo': TaskRecord,
    'bpm/done': TaskRecord,
    'bpm/mine': TaskRecord,
    'bpm/cc': TaskRecord,
    'bpm/instance': TaskRecord,
  },
})
