import type { Command } from '#runtime/ui/commands/command.ts'

export interface BranchContext {
  canOpen: boolean
  isOpen: boolean
  setOpen(isOpen: boolean): void
  /** Focuses a row near by; nothing where there is none. */
  focus(row: 'previous' | 'next' | 'first' | 'last' | 'parent'): void
}

/** What keys do on a row of a tree. */
export const branchCommands = {
  next: { id: 'next', title: '到下一行', keys: ['ArrowDown'], run: ({ focus }) => focus('next') },
  previous: { id: 'previous', title: '到上一行', keys: ['ArrowUp'], run: ({ focus }) => focus('previous') },
  first: { id: 'first', title: '到第一行', keys: ['Home'], run: ({ focus }) => focus('first') },
  last: { id: 'last', title: '到最后一行', keys: ['End'], run: ({ focus }) => focus('last') },
  open: {
    id: 'open',
    title: '展开；已展开时到第一个下级',
    keys: ['ArrowRight'],
    run({ canOpen, isOpen, setOpen, focus }) {
      if (isOpen) focus('next')
      else if (canOpen) setOpen(true)
    },
  },
  close: {
    id: 'close',
    title: '收起；已收起时到上级',
    keys: ['ArrowLeft'],
    run: ({ isOpen, setOpen, focus }) => (isOpen ? setOpen(false) : focus('parent')),
  },
} satisfies Record<string, Command<BranchContext>>
