import type { ComponentType } from 'react'
import type { RecordDialogProps } from '#runtime/services/extensions.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

/** Records that the application shows in its own dialogs, by the screens they are listed on. */
export const recordDialogs: ReadonlyMap<string, ComponentType<RecordDialogProps>> = new Map([
  [
    'message/my-message',
    lazyPart(async () => (await import('./shell/messages/MessageDialogs.tsx')).ListedMessage),
  ],
])
