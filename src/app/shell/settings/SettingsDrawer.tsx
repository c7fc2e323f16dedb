import { App, Drawer, Select, Switch } from 'antd'
import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { Choice } from '#client/theme/Choice.tsx'
import { type Settings, settingsAtom } from '#client/theme/settings.ts'
import { swatches } from '#client/theme/swatches.tsx'
import { errorText } from '#runtime/kernel/errors.ts'
import { Row } from './Row.tsx'
import './settings.css'

const picture = (of: string) => <span className="app-picture" data-picture={of} />
const themes = [
  { value: 'dark', label: '暗色菜单风格', face: picture('dark') },
  { value: 'light', label: '亮色菜单风格', face: picture('light') },
] as const
const layouts = [
  { value: 'sidemenu', label: '侧边菜单布局', face: picture('side') },
  { value: 'topmenu', label: '顶部菜单布局', face: picture('top') },
] as const

interface Props {
  isOpen: boolean
  onClose(): void
}

/** Appearance and behaviour of the shell, applied at once and stored in this browser. */
export function SettingsDrawer({ isOpen, onClose }: Props) {
  const { message } = App.useApp()
  const [settings, set] = useAtom(settingsAtom)
  const { layout, fixedHeader } = settings
  const isTop = layout === 'topmenu'

  const change = (changes: Partial<Settings>) => {
    try {
      set(changes)
    } catch {
      void message.error({ key: 'theme', content: errorText('THEME_FAILED') })
    }
  }
  const toggle = (name: Flag, label: string, reason?: string) => (
    <Row label={label} reason={reason}>
      {(id) => (
        <Switch
          aria-labelledby={id}
          size="small"
          disabled={reason !== undefined}
          checked={settings[name]}
          onChange={(checked) => change({ [name]: checked })}
        />
      )}
    </Row>
  )

  return (
    <Drawer open={isOpen} onClose={onClose} title="系统设置" width={300} rootClassName="app-settings-drawer">
      <Group title="整体风格设置">
        <Choice
          label="整体风格设置"
          value={settings.theme}
          options={themes}
          onChange={(theme) => change({ theme })}
        />
        <Row label="深色模式">
          {(id) => (
            <Switch
              aria-labelledby={id}
              size="small"
              checked={settings.mode === 'dark'}
              onChange={(isDark) => change({ mode: isDark ? 'dark' : 'light' })}
            />
          )}
        </Row>
      </Group>
      <Group title="主题色">
        <Choice
          label="主题色"
          value={settings.color.toUpperCase()}
          options={swatches}
          onChange={(color) => change({ color })}
        />
      </Group>
      <Group title="导航模式">
        <Choice
          label="导航模式"
          value={layout}
          options={layouts}
          onChange={(newLayout) => change({ layout: newLayout })}
        />
        <Row label="内容区域宽度" reason={isTop ? undefined : '该设定仅 [顶部栏导航] 时有效'}>
          {(id) => (
            <Select
              aria-labelledby={id}
              size="small"
              disabled={!isTop}
              value={settings.contentWidth}
              options={[
                { value: 'Fixed', label: '固定' },
                ...(isTop ? [{ value: 'Fluid' as const, label: '流式' }] : []),
              ]}
              onChange={(contentWidth) => change({ contentWidth })}
            />
          )}
        </Row>
        {toggle('fixedHeader', '固定顶栏')}
        {toggle('autoHideHeader', '下滑时隐藏顶栏', fixedHeader ? undefined : '固定顶栏时可配置')}
        {toggle('fixSidebar', '固定侧边菜单', isTop ? '顶部菜单布局时不可配置' : undefined)}
      </Group>
      <Group title="其他设置">
        {toggle('colorWeak', '色弱模式')}
        {toggle('multipage', '多页签模式')}
      </Group>
    </Drawer>
  )
}

type Flag = 'fixedHeader' | 'autoHideHeader' | 'fixSidebar' | 'colorWeak' | 'multipage'

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="app-settings-group">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
