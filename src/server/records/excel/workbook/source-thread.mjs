// The thread's entry in development and tests: Node loads TypeScript in a thread only with a loader of its own.
import { register } from 'tsx/esm/api'

register()
await import('./reader-thread.ts')
