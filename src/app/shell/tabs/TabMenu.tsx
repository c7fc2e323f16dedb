import { useStore } from 'jotai'
import { ContextMenu } from '#runtime/ui/overlay/ContextMenu.tsx'
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

const closings: readonly { range: Closing; label: string }[] = [
  { range: 'left', label: '关闭左侧' },
  { range: 'right', label: '关闭右侧' },
  { range: 'others', label: '关闭其他' },
]

/** One menu for all tabs, at the pointer. */
export function TabMenu({ place: { key, x, y }, actions, onClose }: Props) {
  const tabs = useStore().get(tabsAtom)
  const isNothing = (range: Closing) => {
    const { keys, refusal } = closing(tabs, range, key)
    return !keys && !refusal
  }
  return (
    <ContextMenu
      x={x}
      y={y}
      items={[
        { key: 'refresh', label: '刷新', disabled: !tabs.mountedKeys.includes(key) },
        ...closings.map(({ range, label }) => ({ key: range, label, disabled: isNothing(range) })),
      ]}
      onPick={(menuKey) => {
        onClose()
        const range = closings.find((entry) => entry.range === menuKey)?.range
        void (range ? actions.close(range, key) : actions.refresh(key))
      }}
      onClose={onClose}
    />
  )
}
