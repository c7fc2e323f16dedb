import { Drawer } from 'antd'
import type { QueryItem } from '#runtime/compile/plan.ts'
import { type Conditions, QueryBar } from '../query/QueryBar.tsx'
import { conditionsWithout } from '../query/without-item.ts'

export interface Search {
  memoryId: string
  items: readonly QueryItem[]
  conditions: Conditions
  onSearch(conditions: Conditions): void
  onReset(): void
}

interface Props {
  /** The only item to ask for; all items without it. */
  item?: QueryItem
  search: Search
  onClose(): void
}

/** The query form in a sheet from the bottom edge. */
export function QuerySheet({ item, search, onClose }: Props) {
  const { memoryId, items, conditions, onSearch, onReset } = search
  const close = (run: () => void) => {
    run()
    onClose()
  }
  return (
    <Sheet title={item?.title ?? '筛选'} onClose={onClose}>
      <QueryBar
        memoryId={memoryId}
        items={item ? [item] : items}
        conditions={conditions}
        stacked
        onSearch={(next) => close(() => onSearch(next))}
        onReset={() => close(() => (item ? onSearch(conditionsWithout(conditions, item)) : onReset()))}
      />
    </Sheet>
  )
}

interface SheetProps {
  title: string
  onClose(): void
  children: React.ReactNode
}

/** A drawer from the bottom edge, as high as its content, at most 80 % of the window. */
export const Sheet = ({ title, onClose, children }: SheetProps) => (
  <Drawer
    open
    rootClassName="pro-sheet"
    title={title}
    placement="bottom"
    height="auto"
    styles={{ wrapper: { maxHeight: '80dvh' } }}
    onClose={onClose}
  >
    {children}
  </Drawer>
)
