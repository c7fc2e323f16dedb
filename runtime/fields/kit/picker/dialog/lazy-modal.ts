import { lazyPart } from '#runtime/ui/lazy.tsx'

/** The picker in a separate chunk, loaded when it is opened. */
export const PickerModal = lazyPart(async () => (await import('./PickerModal.tsx')).PickerModal)
