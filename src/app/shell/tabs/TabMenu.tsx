import { Dropdown } from 'antd'
import { useStore } from 'jotai'
import { createPortal } from 'react-dom'
import { tabsAtom } from './state.ts'
import { type Closing, closing } from './tabs.ts'
import type { useTabActions } from './useTabActions.ts'

export interface MenuPlace {
  key: string
  x: number
  y: number
}

interface Props {
  place: MenuPlace
  actions: ReturnType<typeof useTabActions>
  onClose(): void
}

const closings: readonly { what: Closing; label: string }[] = [
  { what: 'left', label: '关闭左侧' },
  { what: 'right', label: '关闭右侧' },
  { what: 'others', label: '关闭其他' },
]

/** One menu for all tabs, at the pointer. */
export function TabMenu({ place: { key, x, y }, actions, onClose }: Props) {
  const tabs = useStore().get(tabsAtom)
  const isNothing = (what: Closing) => {
    const { keys, refusal } = closing(tabs, what, key)
    return !keys && !refusal
  }
  return createPortal(
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      onOpenChange={(isOpen) => isOpen || onClose()}
      menu={{
        items: [
          { key: 'refresh', label: '刷新', disabled: !tabs.kept.includes(key) },
          ...closings.map(({ what, label }) => ({ key: what, label, disabled: isNothing(what) })),
        ],
        onClick: ({ key: chosen }) => {
          onClose()
          const what = closings.find((one) => one.what === chosen)?.what
          void (what ? actions.close(what, key) : actions.refresh(key))
        },
      }}
    >
      <span className="tab-menu-place" style={{ left: x, top: y }} />
    </Dropdown>,
    document.body,
  )
}
