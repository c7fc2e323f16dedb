import { useSyncExternalStore } from 'react'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { Pager, spanText } from '#runtime/ui/Pager.tsx'

/** Paging below the rows of a detail table with `pageSize`: 第 1–10 条，共 N 条. */
export function RowPages({ store }: { store: RowStore }) {
  const narrow = useNarrow()
  useSyncExternalStore(store.subscribeStructure, () => store.structure)
  const now = useSyncExternalStore(store.subscribePaging, () => store.paging.now)
  if (!now) return null
  const { current, pageSize, total } = now
  return (
    <div className="detail-pages">
      <span>
        {spanText(current, pageSize, total)}，共 {total.toLocaleString('en-US')} 条
      </span>
      <Pager
        {...now}
        sizes={store.paging.sizes}
        narrow={narrow}
        small
        onChange={(page, size) => store.paging.set(page, size)}
      />
    </div>
  )
}
