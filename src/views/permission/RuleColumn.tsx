import { Select } from 'antd'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { useRuleFields } from './useRuleFields.ts'

/** Selects a field of the document whose id is the value of the field `permissionId`. */
export function RuleColumn({ id, field, value, values, onChange, onBlur, ...props }: ControlProps) {
  const { fields, isLoading } = useRuleFields(String(values.permissionId ?? ''))
  return (
    <Select
      id={id}
      aria-label={getTitle(field)}
      value={typeof value === 'string' ? value : null}
      options={fields.map(({ key, title }) => ({ value: key, label: `${title} ${key}` }))}
      loading={isLoading}
      showSearch
      optionFilterProp="label"
      placeholder="请选择规则字段"
      disabled={props.disabled || props.readOnly}
      status={props.invalid ? 'error' : undefined}
      autoFocus={props.autoFocus}
      onBlur={onBlur}
      onChange={(next: string) => onChange(next)}
    />
  )
}
