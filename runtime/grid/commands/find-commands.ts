import type { Command } from '#runtime/ui/commands/command.ts'

export interface FindContext {
  /** Goes to a match. */
  go(to: 'on' | 'back'): void
  /** Asks for the search again, with or without replacing. */
  open(isReplacing: boolean): void
}

/** What keys do in the texts of the search of a detail table. */
export const findCommands = {
  back: { id: 'back', title: '上一处', keys: ['Shift+Enter'], run: ({ go }) => go('back') },
  on: { id: 'on', title: '下一处', keys: ['Enter'], run: ({ go }) => go('on') },
  find: { id: 'find', title: '查找', keys: ['Mod+F'], run: ({ open }) => open(false) },
  replace: { id: 'replace', title: '替换', keys: ['Mod+H'], run: ({ open }) => open(true) },
} satisfies Record<string, Command<FindContext>>

/** What keys do anywhere in the search. */
export const findBarCommands = {
  close: { id: 'close', title: '关闭查找', keys: ['Escape'], run: ({ close }) => close() },
} satisfies Record<string, Command<{ close(): void }>>
