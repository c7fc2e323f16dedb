import { CloseOutlined, DisconnectOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Column, QueryItem } from '#runtime/compile/plan.ts'
import type { RowLimits } from '#runtime/data/list-source.ts'
import { errorText, listProblems } from '#runtime/kernel/errors.ts'
import {
  advancedNames,
  hasAdvancedQuery,
  withoutAdvancedQuery,
} from '#runtime/rules/advanced-query/params.ts'
import { recordTitle } from '#runtime/schema/derive.ts'
import { errorMessage, findErrorCode } from '#runtime/ui/errors/error-message.ts'
import { useDelayed } from '#runtime/ui/layout/useDelayed.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import '#runtime/ui/state/skeleton.css'
import { LoadFailure, LoadFailureLine } from '#runtime/ui/errors/LoadFailure.tsx'
import { useConditions } from './query/useConditions.ts'
import { conditionsWithout } from './query/without-item.ts'
import type { List } from './useList.ts'
import type { ListActions } from './useListActions.tsx'

interface ContentProps {
  list: List
  actions: ListActions
  columns: readonly Column[]
  /** The message after a failed request, instead of the default one. */
  failure?: string
  children: ReactNode
}

/** The rows, or the reason why there are none. */
export function ListContent({ list, actions, columns, failure, children }: ContentProps) {
  if (list.isLoading) return <ListSkeleton columns={columns} />
  if (list.rows.length > 0) return children
  if (list.error !== null) return <ListFailure list={list} title={failure} />
  return <ListEmpty list={list} actions={actions} />
}

/** Nothing for 300 ms, then grey bars as wide as the real columns. */
function ListSkeleton({ columns }: { columns: readonly Column[] }) {
  const isLate = useDelayed(true)
  if (!isLate) return <div className="pro-wait" role="status" aria-label="正在加载" />
  return (
    <div className="pro-wait" role="status" aria-label="正在加载">
      {[88, 100, 64, 92, 76, 84].map((share) => (
        <div className="pro-wait-row" key={share} style={{ opacity: share / 100 }}>
          {columns.slice(0, 8).map((column) => (
            <span key={column.key} style={{ flexGrow: column.width ?? 140 }}>
              <i className="pro-bar" style={{ width: `${share * 0.7}%` }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

/** With old rows still visible a failure is a strip below them, otherwise it fills the surface. */
export function ListFailure({ list, strip, title }: { list: List; strip?: boolean; title?: string }) {
  const fault = queryFault(list.error)
  const text = fault ?? errorMessage(list.error)
  const { conditions } = list.state
  if (strip)
    return (
      <LoadFailureLine
        className="pro-strip"
        text={
          <>
            <DisconnectOutlined aria-hidden />
            {text}
          </>
        }
        onRetry={list.refresh}
      />
    )
  if (findErrorCode(list.error) === 'NO_DATA_PERMISSION')
    return <StateNote title={text} text={`查看「${list.plan.title}」需要授权。`} />
  const heading = title ?? `「${list.plan.title}」没有加载出来`
  if (fault === undefined) return <LoadFailure title={heading} error={list.error} onRetry={list.refresh} />
  return (
    <StateNote tone="error" title={heading} text={text}>
      <Button onClick={() => list.search(withoutAdvancedQuery(conditions))}>清除高级查询</Button>
    </StateNote>
  )
}

/** Why the server refuses the advanced query of the list; undefined for other failures. */
const queryFault = (error: unknown): string | undefined =>
  listProblems(error).find(({ path }) => path.split('/')[1] === advancedNames[0])?.text

/** Why the rules show no record; whether they hide any is not said. */
function limitsText({ names, hidesAll }: RowLimits): string {
  const rules = names.map((name) => `「${name}」`).join('、')
  return hidesAll
    ? `这里有数据规则${rules}，您的角色一条也没有勾选，所以看不到记录，请找系统管理员勾选。`
    : `数据规则${rules}只让您看到符合规则的记录，其余记录不显示。`
}

function ListEmpty({ list, actions }: { list: List; actions: ListActions }) {
  const conditions = useConditions(list)
  const { plan, state } = list
  const add = plan.toolbar.find(({ code }) => code === 'add')
  const isAdvanced = hasAdvancedQuery(state.conditions)
  const count = conditions.length + (isAdvanced ? 1 : 0)
  if (count === 0 && list.page.limits)
    return (
      <StateNote title={plan.emptyTitle ?? '没有可见的记录'} text={limitsText(list.page.limits)}>
        {add && !list.page.limits.hidesAll && <Button onClick={() => actions.runBatch(add)}>新增一条</Button>}
      </StateNote>
    )
  if (count === 0)
    return (
      <StateNote
        leaf
        title={plan.emptyTitle ?? `${state.tree ? '本分类下' : ''}还没有${recordTitle(plan.title)}`}
        text={add ? '录入的第一条会显示在这里。' : plan.emptyTitle ? '' : '有了数据就会显示在这里。'}
      >
        {add && <Button onClick={() => actions.runBatch(add)}>录入第一条</Button>}
      </StateNote>
    )
  const drop = (item: QueryItem) => list.search(conditionsWithout(state.conditions, item))
  return (
    <StateNote
      title={errorText('NO_RESULTS')}
      text={
        count > 1
          ? `没有同时满足这 ${count} 个条件的${plan.title}，可以去掉其中一个。`
          : `没有满足这个条件的${plan.title}。`
      }
    >
      {conditions.map(({ item, text }) => (
        <button key={item.key} type="button" className="pro-condition" onClick={() => drop(item)}>
          {item.title} {text}
          <CloseOutlined aria-label="去掉" />
        </button>
      ))}
      {isAdvanced && (
        <button
          type="button"
          className="pro-condition"
          onClick={() => list.search(withoutAdvancedQuery(state.conditions))}
        >
          高级查询
          <CloseOutlined aria-label="去掉" />
        </button>
      )}
      <Button type="text" className="pro-quiet" onClick={() => list.search({})}>
        清空条件
      </Button>
    </StateNote>
  )
}
