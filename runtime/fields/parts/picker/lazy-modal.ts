import { lazy } from 'react'

/** The picker in a chunk of its own: a screen pays for it when it is opened. */
export const PickerModal = lazy(async () => ({ default: (await import('./PickerModal.tsx')).PickerModal }))
