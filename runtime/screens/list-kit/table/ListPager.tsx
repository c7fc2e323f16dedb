import { totalText } from '#runtime/data/list-source.ts'
import { Pager, spanText } from '#runtime/ui/Pager.tsx'
import { useNarrow } from '#runtime/ui/useNarrow.ts'
import type { List } from '../useList.ts'

/** 第 1–10 条，共 N 条 at the left; page sizes and the quick jumper at the right. */
export function ListPager({ list }: { list: List }) {
  const { state, total, plan } = list
  const narrow = useNarrow()
  // The count label of a tree that opens level by level, except during a search over all levels.
  const ofTop = plan.tree?.lazy && Object.values(state.conditions).every((value) => value === '')
  // One page of a single size needs no pager.
  const isPaged = plan.paging && (plan.pageSizes.length > 1 || total > state.pageSize)
  return (
    <div className="pro-pager">
      <span className="pro-num">
        {ofTop && '顶级'}
        {isPaged && `${spanText(state.pageNo, state.pageSize, total)}，`}
        {totalText(list.page)}
      </span>
      {isPaged && (
        <Pager
          current={state.pageNo}
          pageSize={state.pageSize}
          total={total}
          sizes={plan.pageSizes}
          narrow={narrow}
          onChange={(pageNo, pageSize) =>
            list.change({ pageNo: pageSize === state.pageSize ? pageNo : 1, pageSize })
          }
        />
      )}
    </div>
  )
}
