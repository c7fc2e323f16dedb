import { useStore } from 'jotai'
import { ContextMenu } from '#runtime/ui/ContextMenu.tsx'
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
  return (
    <ContextMenu
      x={x}
      y={y}
      items={[
        { key: 'refresh', label: '刷新', disabled: !tabs.kept.includes(key) },
        ...closings.map(({ what, label }) => ({ key: what, label, disabled: isNothing(what) })),
      ]}
      onPick={(chosen) => {
        onClose()
        const what = closings.find((one) => one.what === chosen)?.what
        void (what ? actions.close(what, key) : actions.refresh(key))
      }}
      onClose={onClose}
    />
  )
}
