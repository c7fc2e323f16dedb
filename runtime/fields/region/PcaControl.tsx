import { Cascader } from 'antd'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../kit/aria.ts'
import { splitValues } from '../kit/choice/multi.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { regionPath, regions, regionText } from './regions.ts'
import { type PcaSettings, rootCode } from './values.ts'

/** Any level may be selected: a provincial chronicle belongs to the province. */
export function PcaControl(props: ControlProps<string, PcaSettings>) {
  const { value, onChange, disabled, readOnly, placeholder, field, autoFocus, size, onBlur } = props
  const { root = rootCode, multi } = field
  if (readOnly) return <ReadOnlyText {...props} text={splitValues(value).map(regionText).join(',')} />
  const above = regionPath(root)
  const pathOf = (code: string): string[] => {
    const path = regionPath(code)
    const isBelow = path.length > above.length && above.every((step, at) => path[at] === step)
    return isBelow ? path.slice(above.length) : [code]
  }
  const shared = {
    ...inputProps(props),
    options: regions(root),
    allowClear: true,
    showSearch: true,
    disabled,
    placeholder: placeholder ?? field.placeholder ?? '省 / 市 / 区',
    autoFocus,
    size,
    onBlur,
    styles: { popup: { root: { maxHeight: 400 } } },
    style: { width: '100%' },
  }
  if (multi)
    return (
      <Cascader
        {...shared}
        multiple
        maxTagCount={size === 'small' ? 'responsive' : undefined}
        value={splitValues(value).map(pathOf)}
        onChange={(paths: string[][]) =>
          onChange(paths.flatMap((path) => path.at(-1) ?? []).join(',') || null)
        }
      />
    )
  return (
    <Cascader
      {...shared}
      changeOnSelect
      value={value === null ? [] : pathOf(value)}
      onChange={(path?: string[]) => onChange(path?.at(-1) ?? null)}
    />
  )
}
