/** The parts of the file module that other modules may import. */
export { createReceiver, type UploadServices } from './receive.ts'
export { removeOldUploads } from './resumable.ts'
export { storeUpload } from './store.ts'
export { sweepFiles } from './sweep.ts'
export { isInline } from './types.ts'
