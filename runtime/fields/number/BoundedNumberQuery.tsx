import { InputNumber, Space } from 'antd'
import { getTitle } from '#runtime/schema/derive.ts'
import type { QueryControlProps } from '../../contract/contract.ts'
import { useQueryParam } from '../kit/query/useQueryParam.ts'
import { readFiniteNumber } from './bounded-number.ts'

const toParam = (value: number | null): string => (value === null ? '' : String(value))
const wide = { width: '100%' }

/** A typed number, or minimum and maximum for the rule `range`: a slider has no state for "any". */
export function BoundedNumberQuery(props: QueryControlProps) {
  const { rule, filterValues, setFilterValues } = useQueryParam(props)
  const title = getTitle(props.field)
  const [first = '', second = ''] = filterValues
  const shared = { controls: false, style: wide }
  if (rule !== 'range')
    return (
      <InputNumber<number>
        {...shared}
        id={props.id}
        aria-label={title}
        value={readFiniteNumber(first)}
        onChange={(value) => setFilterValues([toParam(value)])}
      />
    )
  return (
    <Space.Compact block>
      <InputNumber<number>
        {...shared}
        id={props.id}
        aria-label={`${title}不小于`}
        placeholder="不小于"
        value={readFiniteNumber(first)}
        onChange={(value) => setFilterValues([toParam(value), second])}
      />
      <InputNumber<number>
        {...shared}
        aria-label={`${title}不大于`}
        placeholder="不大于"
        value={readFiniteNumber(second)}
        onChange={(value) => setFilterValues([first, toParam(value)])}
      />
    </Space.Compact>
  )
}
