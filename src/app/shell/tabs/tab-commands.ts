import { type Command, PASS } from '#runtime/ui/commands/command.ts'

export interface TabContext {
  isHome: boolean
  openMenu(): void
  /** Says why the first tab stays. */
  refuse(): void
}

/** What keys do on a tab that has the focus. */
export const tabCommands = {
  menu: {
    id: 'menu',
    title: '打开标签的菜单',
    keys: ['ContextMenu', 'Shift+F10'],
    keyText: 'Shift + F10',
    run: ({ openMenu }) => openMenu(),
  },
  // The tabs close the others by themselves.
  close: {
    id: 'close',
    title: '关闭标签',
    keys: ['Delete'],
    run: ({ isHome, refuse }) => {
      if (isHome) refuse()
      return PASS
    },
  },
} satisfies Record<string, Command<TabContext>>
