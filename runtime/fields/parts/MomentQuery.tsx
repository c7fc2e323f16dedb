import { DatePicker } from 'antd'
import { titleOf } from '../../schema/derive.ts'
import type { QueryControlProps } from '../contract.ts'
import { inputProps } from './aria.ts'
import { type MomentKind, momentFormats, toDay } from './MomentControl.tsx'
import { useAsked } from './query-params.ts'

const day = momentFormats.date

/** A stretch of days for `range` (the server completes them to whole days), else one day or moment. */
export function MomentQuery({ kind, ...props }: QueryControlProps & { kind: MomentKind }) {
  const { rule, asked, ask } = useAsked(props)
  const title = titleOf(props.field)
  if (rule === 'range') {
    const ids = props.id === undefined ? undefined : { start: props.id, end: `${props.id}-end` }
    return (
      <DatePicker.RangePicker
        id={ids}
        aria-label={title}
        value={[toDay(asked[0]), toDay(asked[1])]}
        format={day}
        allowEmpty={[true, true]}
        placeholder={['开始日期', '结束日期']}
        onChange={(range) => ask([range?.[0]?.format(day[0]) ?? '', range?.[1]?.format(day[0]) ?? ''])}
        style={{ width: '100%' }}
      />
    )
  }
  const formats = momentFormats[kind]
  return (
    <DatePicker
      {...inputProps({ id: props.id, field: props.field })}
      value={toDay(asked[0])}
      format={formats}
      showTime={kind === 'datetime'}
      onChange={(value) => ask(value ? [value.format(formats[0])] : [])}
      style={{ width: '100%' }}
    />
  )
}
