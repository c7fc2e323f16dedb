import { vi } from 'vitest'

// Like `expect.poll` (vite.config.ts): only what fails waits so long, and a busy machine takes more than the default second.
const { waitFor } = vi
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: 20_000 })
