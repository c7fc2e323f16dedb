import { Select } from 'antd'
import type { DictItem } from '#runtime/schema/field-value.ts'
import type { ControlProps, QueryControlProps } from '../../../contract/contract.ts'
import { inputProps } from '../aria.ts'
import { useQueryParam } from '../query/useQueryParam.ts'
import { useSelectText } from '../text/useSelectText.ts'
import { filterOption } from './filter-options.ts'
import { useChoiceItems } from './useChoiceItems.ts'

interface Props extends QueryControlProps {
  items: readonly DictItem[]
}

const nothing = () => {}
const noValues = {}

/** One of the items, or several with the rule `in`. */
export function ItemsQuery({ items, ...props }: Props) {
  const { rule, filterValues, setFilterValues } = useQueryParam(props)
  const isMany = rule === 'in'
  const search = useSelectText(
    { field: props.field as ControlProps['field'], values: noValues, patch: nothing },
    async (typed) => items.filter(({ text }) => filterOption(typed, { label: text })),
    ({ value }) => setFilterValues(isMany ? [...new Set([...filterValues, value])] : [value]),
  )
  const { left, events } = search
  const options = items.map(({ value, text }) => ({ value, label: text }))
  const shared = {
    ...inputProps({ id: props.id, field: props.field, invalid: search.isUnread }),
    ...events,
    options,
    allowClear: true,
    showSearch: true,
    filterOption,
    placeholder: props.field.placeholder ?? '全部',
    style: { width: '100%' },
  }
  return isMany ? (
    <Select<string[]>
      {...shared}
      mode="multiple"
      maxTagCount="responsive"
      value={left === null ? [...filterValues] : [...filterValues, left]}
      onChange={(values) => {
        search.end()
        setFilterValues(values.filter((value) => value !== left))
      }}
    />
  ) : (
    <Select<string>
      {...shared}
      value={left ?? filterValues[0] ?? null}
      onChange={(value?: string) => {
        search.end()
        setFilterValues(value === undefined ? [] : [value])
      }}
    />
  )
}

export function ChoiceQuery(props: QueryControlProps) {
  return <ItemsQuery {...props} items={useChoiceItems(props.field, null)} />
}
