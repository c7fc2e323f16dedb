import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { hasAdvancedQuery, withoutAdvancedQuery } from '#runtime/rules/advanced-query/params.ts'
import { fromQueryParams, listConditions } from '#runtime/rules/advanced-query/read.ts'
import type { List } from '../useList.ts'
import { useConditions } from './useConditions.ts'
import { conditionsWithout } from './without-item.ts'
import './condition-chips.css'

/** The conditions in force above the rows; each can be dropped, or all together. */
export function ConditionChips({ list }: { list: List }) {
  const conditions = useConditions(list)
  const { state, search } = list
  const advanced = hasAdvancedQuery(state.conditions) ? fromQueryParams(state.conditions) : null
  const chips = [
    ...conditions.map(({ item, text }) => ({
      key: item.key,
      text: `${item.title} ${text}`,
      drop: () => search(conditionsWithout(state.conditions, item)),
    })),
    ...(advanced
      ? [
          {
            key: 'superQuery',
            text: `高级查询（${listConditions(advanced).length} 个条件）`,
            drop: () => search(withoutAdvancedQuery(state.conditions)),
          },
        ]
      : []),
  ]
  if (chips.length === 0) return null
  return (
    <ul className="pro-conditions" aria-label="生效的条件">
      {chips.map(({ key, text, drop }) => (
        <li key={key}>
          <button
            type="button"
            className="pro-condition"
            title={text}
            aria-label={`去掉条件：${text}`}
            onClick={drop}
          >
            <span>{text}</span>
            <CloseOutlined aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <Button type="link" size="small" onClick={() => search({})}>
          清空
        </Button>
      </li>
    </ul>
  )
}
