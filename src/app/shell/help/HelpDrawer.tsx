import { PrinterOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { AppRuntime } from '#client/runtime/AppRuntime.tsx'
import { useVisibleTitle } from '../tabs/titles.ts'
import { helpAtom } from './open.ts'
import { PageHelp } from './PageHelp.tsx'
import './help.css'

/** The help of the visible page, with the ways to the other help. */
export function HelpDrawer({ onClose }: { onClose(): void }) {
  const [isOpen, setOpen] = useState(true)
  const show = useSetAtom(helpAtom)
  const title = useVisibleTitle()
  return (
    <Drawer
      open={isOpen}
      className="app-help-drawer"
      title={title ? `「${title}」的帮助` : '帮助'}
      width="min(560px, 100vw)"
      onClose={() => setOpen(false)}
      afterOpenChange={(isNow) => !isNow && onClose()}
      extra={
        <Button
          type="text"
          aria-label="打印帮助"
          title="打印帮助"
          icon={<PrinterOutlined aria-hidden />}
          onClick={() => window.print()}
        />
      }
      footer={
        <nav className="app-help-ways" aria-label="别的帮助">
          <Button type="link" onClick={() => show('keys')}>
            快捷键
          </Button>
          <Button type="link" onClick={() => show('tour')}>
            看一遍引导
          </Button>
          <Button type="link" onClick={() => show('about')}>
            关于
          </Button>
        </nav>
      }
    >
      <AppRuntime>
        <PageHelp />
      </AppRuntime>
    </Drawer>
  )
}
