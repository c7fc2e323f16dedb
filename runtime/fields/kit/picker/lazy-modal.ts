import { lazyPart } from '#runtime/ui/lazy.tsx'

/** The picker in a chunk of its own: a screen pays for it when it is opened. */
export const PickerModal = lazyPart(async () => (await import('./PickerModal.tsx')).PickerModal)
