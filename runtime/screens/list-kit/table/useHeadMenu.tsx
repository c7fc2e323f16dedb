import { type HTMLAttributes, type MouseEvent, type ReactNode, useState } from 'react'
import type { Column } from '#runtime/compile/plan.ts'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import type { List } from '../useList.ts'

const ContextMenu = lazyDialog(async () => (await import('#runtime/ui/overlay/ContextMenu.tsx')).ContextMenu)

export interface HeadMenu {
  /** Of the head cell of a column: the secondary button and the menu key open its menu. */
  headProps(column: Column): HTMLAttributes<HTMLElement>
  menu: ReactNode
}

interface OpenMenu {
  column: Column
  x: number
  y: number
  head: HTMLElement
}

/** The menu of the heads of a list: the order of its rows, and their groups. */
export function useHeadMenu({ plan, state, change }: Pick<List, 'plan' | 'state' | 'change'>): HeadMenu {
  const [opened, setOpened] = useState<OpenMenu | null>(null)
  const buildItems = ({ key, sortable }: Column) => [
    ...(sortable
      ? [
          { key: 'asc', label: '升序' },
          { key: 'desc', label: '降序' },
        ]
      : []),
    ...(plan.groupKeys?.has(key)
      ? [{ key: 'group', label: state.group === key ? '取消分组' : '按此列分组' }]
      : []),
  ]
  const pick = ({ key }: Column, item: string) => {
    if (item === 'group') change({ group: state.group === key ? undefined : key, pageNo: 1 })
    if (item === 'asc' || item === 'desc') change({ sort: { column: key, order: item }, pageNo: 1 })
  }
  const close = () => {
    opened?.head.focus()
    setOpened(null)
  }
  return {
    headProps: (column) =>
      buildItems(column).length > 0
        ? {
            onContextMenu: (event: MouseEvent<HTMLElement>) => {
              event.preventDefault()
              setOpened({ column, x: event.clientX, y: event.clientY, head: event.currentTarget })
            },
          }
        : {},
    menu: opened && (
      <ContextMenu
        x={opened.x}
        y={opened.y}
        items={buildItems(opened.column)}
        onPick={(item) => {
          close()
          pick(opened.column, item)
        }}
        onClose={close}
      />
    ),
  }
}
