import { Cascader } from 'antd'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../parts/aria.ts'
import { ReadOnlyText } from '../parts/ReadOnlyText.tsx'
import { regionPath, regions, regionText } from './regions.ts'

/** Any level may be chosen: a provincial chronicle belongs to the province. */
export function PcaControl(props: ControlProps<string>) {
  const { value, onChange, disabled, readOnly, placeholder, field, autoFocus, size, onBlur } = props
  if (readOnly) return <ReadOnlyText {...props} text={value === null ? '' : regionText(value)} />
  const path = regionPath(value)
  return (
    <Cascader
      {...inputProps(props)}
      options={regions()}
      value={path.length === 0 && value !== null ? [value] : path}
      onChange={(chosen?: string[]) => onChange(chosen?.at(-1) ?? null)}
      changeOnSelect
      allowClear
      showSearch
      disabled={disabled}
      placeholder={placeholder ?? field.placeholder ?? '省 / 市 / 区'}
      autoFocus={autoFocus}
      size={size}
      onBlur={onBlur}
      style={{ width: '100%' }}
    />
  )
}
