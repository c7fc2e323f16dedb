// The thread's entry in development and tests: Node loads TypeScript in a thread only with a loader of its own. The tests
// build the threads before their run.
import { getEnvironmentData } from 'node:worker_threads'

const built = getEnvironmentData('builtThreads')
if (built) await import(`${built}/excel-reader.js`)
else {
  const { register } = await import('tsx/esm/api')
  register()
  await import('./reader-thread.ts')
}
