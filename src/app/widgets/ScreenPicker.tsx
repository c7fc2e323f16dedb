import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo } from 'react'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { indexQuery } from '#runtime/data/documents.ts'
import { ReadOnlyText } from '#runtime/fields/kit/text/ReadOnlyText.tsx'
import { getTitle } from '#runtime/schema/derive.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { useServices } from '#runtime/services/services.tsx'

const split = (value: unknown): string[] =>
  String(value ?? '')
    .split(',')
    .filter((id) => id !== '')

/** Selects screens by their titles; the value has their ids, separated by commas. */
export function ScreenPicker(props: ControlProps) {
  const { id, field, value, onChange, onBlur, disabled, readOnly, invalid, placeholder, autoFocus } = props
  const { http } = useServices()
  const { data: index, isFetching } = useQuery(indexQuery(http))
  const options = useMemo(
    () =>
      (index ?? [])
        .filter((entry) => hasCapability(entry, 'hasTable'))
        .map((entry) => ({ value: entry.id, label: `${entry.title} ${entry.id}` }))
        .sort((a, b) => a.label.localeCompare(b.label, 'zh-CN')),
    [index],
  )
  const chosen = split(value)
  const offered = new Set(options.map((option) => option.value))
  const labels = chosen.map((screen) => options.find((option) => option.value === screen)?.label ?? screen)
  if (readOnly) return <ReadOnlyText {...(props as ControlProps<string>)} text={labels.join('、')} />
  return (
    <Select
      id={id}
      mode="multiple"
      aria-label={getTitle(field)}
      value={chosen}
      // A screen that the user does not see stays chosen.
      options={[
        ...options,
        ...chosen
          .filter((screen) => !offered.has(screen))
          .map((screen) => ({ value: screen, label: screen })),
      ]}
      loading={isFetching && !index}
      showSearch
      optionFilterProp="label"
      allowClear
      placeholder={placeholder ?? '请选择或查找界面'}
      disabled={disabled}
      status={invalid ? 'error' : undefined}
      autoFocus={autoFocus}
      onBlur={onBlur}
      onChange={(next: string[]) => onChange(next.length === 0 ? null : next.join(','))}
    />
  )
}
