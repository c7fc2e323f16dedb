import type { Command } from '#runtime/ui/commands/command.ts'

/** What keys do for the search on every page. */
export const searchCommands = {
  search: { id: 'search', title: '搜索菜单和记录', keys: ['Mod+K'], run: ({ open }) => open() },
} satisfies Record<string, Command<{ open(): void }>>
