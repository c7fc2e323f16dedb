/** The parts of the file module that other modules may import. */

export { removeOldUploads } from './parts.ts'
export { createReceiver, type UploadServices } from './receive.ts'
export { storeUpload } from './store.ts'
export { sweepFiles } from './sweep.ts'
export { isInline } from './types.ts'
