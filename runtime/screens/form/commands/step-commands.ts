import type { Command } from '#runtime/ui/commands/command.ts'

export interface StepContext {
  /** The place of the open record in its list, from 1; 0: it is not in the list. */
  place: number
  count: number
  step(by: 1 | -1): void
}

/** What keys and buttons do between the records of a list while one of them is open. */
export const stepCommands = {
  previous: {
    id: 'previous',
    title: '上一项',
    keys: ['K'],
    isAvailable: ({ place, count }) => place !== 1 && count > 0,
    run: ({ step }) => step(-1),
  },
  next: {
    id: 'next',
    title: '下一项',
    keys: ['J'],
    isAvailable: ({ place, count }) => place !== count && count > 0,
    run: ({ step }) => step(1),
  },
} satisfies Record<string, Command<StepContext>>
