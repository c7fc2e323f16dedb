import { Select } from 'antd'
import type { DictItem } from '#runtime/schema/field-value.ts'
import { multiple } from '#runtime/ui/multiple.ts'
import type { QueryControlProps } from '../../contract.ts'
import { inputProps } from '../aria.ts'
import { useQueryParam } from '../query/useQueryParam.ts'
import { filterOption } from './filter-options.ts'
import { useChoiceItems } from './useChoiceItems.ts'

interface Props extends QueryControlProps {
  items: readonly DictItem[]
}

/** One of the items, or several with the rule `in`. */
export function ItemsQuery({ items, ...props }: Props) {
  const { rule, filterValues, setFilterValues } = useQueryParam(props)
  const options = items.map(({ value, text }) => ({ value, label: text }))
  const shared = {
    ...inputProps({ id: props.id, field: props.field }),
    options,
    allowClear: true,
    showSearch: true,
    filterOption,
    placeholder: props.field.placeholder ?? '全部',
    style: { width: '100%' },
  }
  return rule === 'in' ? (
    <Select<string[]>
      {...shared}
      {...multiple}
      maxTagCount="responsive"
      value={[...filterValues]}
      onChange={(values) => setFilterValues(values)}
    />
  ) : (
    <Select<string>
      {...shared}
      value={filterValues[0] ?? null}
      onChange={(value?: string) => setFilterValues(value === undefined ? [] : [value])}
    />
  )
}

export function ChoiceQuery(props: QueryControlProps) {
  return <ItemsQuery {...props} items={useChoiceItems(props.field, null)} />
}
