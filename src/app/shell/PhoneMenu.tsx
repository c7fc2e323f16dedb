import { Drawer } from 'antd'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { settingsAtom } from './settings/settings.ts'
import { inkOf } from './theme/theme.ts'

interface Props {
  isOpen: boolean
  onClose(): void
  children: ReactNode
}

/** The side menu of a phone, in a drawer that a desk never loads. */
export default function PhoneMenu({ isOpen, onClose, children }: Props) {
  const { mode } = useAtomValue(settingsAtom)
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement="left"
      width={264}
      closable={false}
      rootClassName="menu-drawer"
      styles={{ content: { background: inkOf(mode) } }}
      aria-label="菜单"
    >
      {children}
    </Drawer>
  )
}
