import { Select } from 'antd'
import { isRelativeDate, relativeDates } from '#runtime/kernel/relative-dates.ts'
import { type Condition, isPresence } from '#runtime/rules/advanced-query/model.ts'
import { readFilterValues, writeFilterValues } from '#runtime/schema/query/filter-value.ts'
import { QueryValue } from '../query/QueryValue.tsx'
import type { QueriedField } from './fields.ts'

interface Props {
  condition: Condition
  queried: QueriedField
  onChange(val: string): void
}

const fixedDate = ''
const dateOptions = [
  { value: fixedDate, label: '指定日期' },
  ...Object.entries(relativeDates).map(([value, label]) => ({ value, label })),
]

/** The value of a condition, edited by the query control of its field; a date may be a relative one. */
export function ConditionValue({ condition, queried, onChange }: Props) {
  const { val, rule } = condition
  const { isDate, title } = queried
  if (isPresence(rule)) return <div className="pro-advanced-value" />
  const relative = isDate && isRelativeDate(val) ? val : fixedDate
  const canBeRelative = isDate && rule !== 'between'
  return (
    <div className="pro-advanced-value">
      {canBeRelative && (
        <Select
          className="pro-advanced-date"
          aria-label={`${title}的日期方式`}
          value={relative}
          options={dateOptions}
          onChange={onChange}
        />
      )}
      {relative === fixedDate && (
        <FixedValue key={rule} condition={condition} queried={queried} onChange={onChange} />
      )}
    </div>
  )
}

function FixedValue({ condition: { rule, val }, queried, onChange }: Props) {
  const { field, type } = queried
  const { key } = field
  const [from = '', to = ''] = val.split(',')
  if (rule === 'between' && !type.query?.rules.includes('range'))
    return (
      <>
        {[from, to].map((end, at) => (
          <FixedValue
            // biome-ignore lint/suspicious/noArrayIndexKey: the two ends of a range
            key={at}
            condition={{ field: key, rule: 'eq', val: end }}
            queried={{ ...queried, field: { ...field, placeholder: at === 0 ? '从' : '到' } }}
            onChange={(next) => onChange(at === 0 ? `${next},${to}` : `${from},${next}`)}
          />
        ))}
      </>
    )
  if (rule === 'between')
    return (
      <div className="pro-query-control">
        <QueryValue
          type={type}
          field={{ ...field, query: 'range' }}
          params={writeFilterValues(key, 'range', [from, to])}
          onChange={(params) => {
            const ends = readFilterValues(key, 'range', params)
            onChange(ends.some(Boolean) ? ends.join(',') : '')
          }}
        />
      </div>
    )
  if (isPresence(rule)) return null
  return (
    <div className="pro-query-control">
      <QueryValue
        type={type}
        field={{ ...field, query: rule, placeholder: field.placeholder ?? '请输入值' }}
        params={writeFilterValues(key, rule, rule === 'in' ? val.split(',') : [val])}
        onChange={(params) => onChange(readFilterValues(key, rule, params).join(','))}
      />
    </div>
  )
}
