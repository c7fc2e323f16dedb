import type { Command } from '#runtime/ui/commands/command.ts'

/** What keys do for help on every page. */
export const helpCommands = {
  keys: { id: 'keys', title: '看快捷键', keys: ['?', '？'], keyText: '?', run: ({ show }) => show() },
} satisfies Record<string, Command<{ show(): void }>>
