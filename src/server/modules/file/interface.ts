/** The parts of the file module that other modules may import. */
export { createReceiver, type UploadServices } from './receive.ts'
export { partSuffix, writeWholeFile } from './store.ts'
export { sweepFiles } from './sweep.ts'
export { isInline } from './types.ts'
