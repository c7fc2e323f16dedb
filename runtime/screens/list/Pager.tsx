import { Pagination } from 'antd'
import { useNarrow } from '../parts/useNarrow.ts'
import type { List } from './useList.ts'

/** 第 1–10 条，共 N 条 at the left; sizes 10, 20, 30 and the quick jumper at the right. */
export function Pager({ list }: { list: List }) {
  const { state, total, plan } = list
  const narrow = useNarrow()
  const first = total === 0 ? 0 : (state.pageNo - 1) * state.pageSize + 1
  const last = Math.min(total, state.pageNo * state.pageSize)
  // What is counted of a tree that opens level by level, unless something is searched for on all of them.
  const ofTop = plan.tree?.lazy && Object.values(state.conditions).every((value) => value === '')
  const figure = (value: number) => value.toLocaleString('en-US')
  const sizes = [...new Set([10, 20, 30, plan.pageSize])].sort((a, b) => a - b)
  return (
    <div className="pro-pager">
      <span className="pro-num">
        {ofTop && '顶级'}
        {plan.paging && `第 ${figure(first)}–${figure(last)} 条，`}共 {figure(total)} 条
      </span>
      {plan.paging && (
        <Pagination
          current={state.pageNo}
          pageSize={state.pageSize}
          total={total}
          pageSizeOptions={sizes}
          simple={narrow}
          showSizeChanger={!narrow}
          showQuickJumper={!narrow}
          onChange={(pageNo, pageSize) =>
            list.change({ pageNo: pageSize === state.pageSize ? pageNo : 1, pageSize })
          }
          itemRender={(_page, kind, element) =>
            kind === 'jump-prev' || kind === 'jump-next' ? (
              <button
                type="button"
                className="pro-jump"
                aria-label={kind === 'jump-prev' ? '向前 5 页' : '向后 5 页'}
              >
                …
              </button>
            ) : (
              element
            )
          }
        />
      )}
    </div>
  )
}
