/** The part of the data log that the application composes. */
export { createVersions } from './versions.ts'
