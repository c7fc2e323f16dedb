import { defineClientModule } from '#client/modules/client-module.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

/** Messages open in the dialog of the bell. */
export const messagesModule = defineClientModule({
  recordDialogs: {
    'message/my-message': lazyPart(async () => (await import('./MessageDialogs.tsx')).ListedMessage),
  },
})
