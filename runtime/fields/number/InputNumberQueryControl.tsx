import { Space } from 'antd'
import { toBig } from '#runtime/kernel/decimal.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { QueryControlProps } from '../../contract/contract.ts'
import { useQueryParam } from '../kit/query/useQueryParam.ts'
import { NumberInput } from './NumberInput.tsx'
import { type NumberV, readNumber } from './values.ts'

const word = (value: NumberV | null): string => toBig(value)?.toFixed() ?? ''

/** One number, or minimum and maximum for the rule `range`. */
export function NumberQuery(props: QueryControlProps) {
  const { rule, filterValues, setFilterValues } = useQueryParam(props)
  const title = getTitle(props.field)
  const [first = '', second = ''] = filterValues
  if (rule !== 'range')
    return (
      <NumberInput
        id={props.id}
        aria-label={title}
        value={readNumber(first)}
        onChange={(value) => setFilterValues([word(value)])}
      />
    )
  return (
    <Space.Compact block>
      <NumberInput
        id={props.id}
        aria-label={`${title}不小于`}
        placeholder="不小于"
        value={readNumber(first)}
        onChange={(value) => setFilterValues([word(value), second])}
      />
      <NumberInput
        aria-label={`${title}不大于`}
        placeholder="不大于"
        value={readNumber(second)}
        onChange={(value) => setFilterValues([first, word(value)])}
      />
    </Space.Compact>
  )
}
