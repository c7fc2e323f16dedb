import { totalText } from '#runtime/data/list-source.ts'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { Pager, spanText } from '#runtime/ui/Pager.tsx'
import type { List } from '../useList.ts'

/** 共 N 条; of a tree that opens level by level, 顶级共 N 条 unless a search covers all levels. */
export function totalLabel({ plan, state, page }: List): string {
  const isOfTop = plan.tree?.lazy && Object.values(state.conditions).every((value) => value === '')
  return `${isOfTop ? '顶级' : ''}${totalText(page)}`
}

interface Props {
  list: List
  note?: string
  /** Page sizes that the user has added. */
  sizes?: readonly number[]
}

/**
 * 第 1–10 条，共 N 条 and a note at the left; page sizes and the quick jumper at the right. On a phone the total is above the
 * entries, and only several pages need a pager.
 */
export function ListPager({ list, note = '', sizes = [] }: Props) {
  const { state, total, plan } = list
  const narrow = useNarrow()
  // One page of a single size needs no pager.
  const isPaged = plan.paging && (total > state.pageSize || (!narrow && plan.pageSizes.length > 1))
  const span = spanText(state.pageNo, state.pageSize, total)
  if (narrow && !isPaged) return null
  return (
    <div className="pro-pager">
      <span className="pro-num">
        {narrow ? span : `${isPaged ? `${span}，` : ''}${totalLabel(list)}`}
        {note && `，${note}`}
      </span>
      {isPaged && (
        <Pager
          current={state.pageNo}
          pageSize={state.pageSize}
          total={total}
          sizes={[...new Set([...plan.pageSizes, ...sizes])].sort((a, b) => a - b)}
          narrow={narrow}
          onChange={(pageNo, pageSize) =>
            list.change({ pageNo: pageSize === state.pageSize ? pageNo : 1, pageSize })
          }
        />
      )}
    </div>
  )
}
