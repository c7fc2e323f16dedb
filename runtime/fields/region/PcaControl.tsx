import { Cascader } from 'antd'
import type { KeyboardEvent } from 'react'
import type { ControlProps } from '../../contract/contract.ts'
import { inputProps } from '../kit/aria.ts'
import { joinValues, splitValues } from '../kit/joined-values.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { useSelectText } from '../kit/text/useSelectText.ts'
import { RegionNames } from './RegionNames.tsx'
import { findRegions, matchesRegion, regionPath, regions, regionText } from './regions.ts'
import type { RegionFamily } from './settings.ts'
import { rootCode } from './values.ts'

const showSearch = { filter: matchesRegion }

/** Any level may be selected: a provincial chronicle belongs to the province. */
export function PcaControl(props: ControlProps<string, RegionFamily['pca']>) {
  const { value, onChange, disabled, readOnly, placeholder, field, autoFocus, size } = props
  const { root = rootCode, multi } = field
  const selected = splitValues(value)
  const search = useSelectText(
    props as ControlProps,
    async (typed) => findRegions(root, typed),
    (region, step) => {
      const next = multi ? joinValues([...selected, region.value]) : region.value
      if (step) return step.patch({ [field.key]: next })
      onChange(next)
    },
  )
  if (readOnly) return <ReadOnlyText {...props} text={selected.map(regionText).join(',')} />
  const above = regionPath(root)
  const getPath = (code: string): string[] => {
    const path = regionPath(code)
    const isBelow = path.length > above.length && above.every((step, at) => path[at] === step)
    return isBelow ? path.slice(above.length) : [code]
  }
  const { left, events } = search
  const shared = {
    ...inputProps({ ...props, invalid: props.invalid || search.isUnread }),
    ...events,
    // The list has marked none of its regions: the text takes its own.
    onKeyDown(event: KeyboardEvent) {
      events.onKeyDown(event)
      if (event.key === 'Enter' && search.hasText()) events.onOpenChange(false)
    },
    options: regions(root),
    allowClear: true,
    showSearch,
    disabled,
    placeholder: placeholder ?? field.placeholder ?? '省 / 市 / 区',
    autoFocus,
    size,
    styles: { popup: { root: { maxHeight: 400 } } },
    style: { width: '100%' },
  }
  const leftPath = left === null ? [] : [[left]]
  if (multi)
    return (
      <Cascader
        {...shared}
        multiple
        maxTagCount={size === 'small' ? 'responsive' : undefined}
        value={[...selected.map(getPath), ...leftPath]}
        onChange={(paths: string[][]) => {
          search.end()
          onChange(joinValues(paths.flatMap((path) => path.at(-1) ?? []).filter((code) => code !== left)))
        }}
      />
    )
  return (
    <Cascader
      {...shared}
      changeOnSelect
      displayRender={(names) => <RegionNames names={names} />}
      value={leftPath[0] ?? (value === null ? [] : getPath(value))}
      onChange={(path?: string[]) => {
        search.end()
        onChange(path?.at(-1) ?? null)
      }}
    />
  )
}
