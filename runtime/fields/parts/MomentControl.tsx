import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { ControlProps } from '../contract.ts'
import { inputProps } from './aria.ts'
import { ReadOnlyText } from './ReadOnlyText.tsx'

/** The first format is shown; the others are understood when typed. */
export const momentFormats = {
  date: ['YYYY-MM-DD', 'YYYY/M/D', 'YYYY.M.D', 'YYYY年M月D日', 'YYYYMMDD'],
  datetime: ['YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD HH:mm', 'YYYY/M/D HH:mm', 'YYYY-MM-DD'],
}

export type MomentKind = keyof typeof momentFormats

export const toDay = (text: string | null | undefined) => (text ? dayjs(text) : null)

/** Day or moment; dayjs stays in here, the value is text. */
export function MomentControl({ kind, ...props }: ControlProps<string> & { kind: MomentKind }) {
  const { value, onChange, disabled, readOnly, placeholder, field, autoFocus, size, onBlur } = props
  if (readOnly) return <ReadOnlyText {...props} text={value ?? ''} />
  return (
    <DatePicker
      {...inputProps(props)}
      value={toDay(value)}
      format={momentFormats[kind]}
      showTime={kind === 'datetime' && { format: 'HH:mm:ss' }}
      disabled={disabled}
      placeholder={placeholder ?? field.placeholder ?? (kind === 'date' ? '请选择日期' : '请选择时间')}
      autoFocus={autoFocus}
      size={size}
      onBlur={(event) => {
        // The picker puts the old day back where its text was deleted; deleting it means none.
        if (event.target instanceof HTMLInputElement && event.target.value === '') onChange(null)
        onBlur?.()
      }}
      onChange={(day) => onChange(day ? day.format(momentFormats[kind][0]) : null)}
      needConfirm={false}
      style={{ width: '100%' }}
    />
  )
}
