import type { Command } from '#runtime/ui/commands/command.ts'

export interface LayoutContext {
  span: number
  /** The columns that the field can take; 0 for one that always has the whole width. */
  columns: number
  canStep(by: -1 | 1): boolean
  isInForm: boolean
  edits: { step(by: -1 | 1): void; resize(span: number): void; leave(): void }
}

/** What can be done with a field of the form that is laid out, in the order of its menu. */
export const layoutCommands: readonly Command<LayoutContext>[] = [
  {
    id: 'back',
    title: '上移',
    keys: ['Alt+ArrowUp', 'Alt+ArrowLeft'],
    keyText: 'Alt + ↑',
    isAvailable: ({ canStep }) => canStep(-1),
    run: ({ edits }) => edits.step(-1),
  },
  {
    id: 'on',
    title: '下移',
    keys: ['Alt+ArrowDown', 'Alt+ArrowRight'],
    keyText: 'Alt + ↓',
    isAvailable: ({ canStep }) => canStep(1),
    run: ({ edits }) => edits.step(1),
  },
  {
    id: 'narrow',
    title: '变窄',
    keys: ['Shift+ArrowLeft'],
    isAvailable: ({ span, columns }) => columns > 0 && span > 1,
    run: ({ span, edits }) => edits.resize(span - 1),
  },
  {
    id: 'widen',
    title: '变宽',
    keys: ['Shift+ArrowRight'],
    isAvailable: ({ span, columns }) => span < columns,
    run: ({ span, edits }) => edits.resize(span + 1),
  },
  {
    id: 'leave',
    title: '移出表单',
    keys: ['Delete'],
    isAvailable: ({ isInForm }) => isInForm,
    run: ({ edits }) => edits.leave(),
  },
]
