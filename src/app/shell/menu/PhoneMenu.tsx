import { Drawer } from 'antd'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { type Mode, settingsAtom } from '#client/theme/settings.ts'
import { getInk } from '#client/theme/theme.ts'

interface Props {
  isOpen: boolean
  theme: Mode
  onClose(): void
  children: ReactNode
}

/** The side menu of a phone, in a drawer that a desktop never loads. */
export function PhoneMenu({ isOpen, theme, onClose, children }: Props) {
  const { mode } = useAtomValue(settingsAtom)
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement="left"
      width={264}
      closable={false}
      rootClassName="app-menu-drawer"
      styles={theme === 'dark' ? { content: { background: getInk(mode) } } : undefined}
      data-menu={theme}
      aria-label="菜单"
    >
      {children}
    </Drawer>
  )
}
