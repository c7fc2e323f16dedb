import type { Starter } from '../starter.ts'

export const dictStarter: Starter = {
  parts: ({ name }) => ({ code: name, items: [{ value: '1', text: '一' }] }),
}
