import { useRef } from 'react'
import { useRuntime } from '../../context.tsx'
import type { ControlProps } from '../../contract.ts'
import type { ChoiceSettings } from './choice.ts'

export const dictTextKey = (key: string): string => `${key}_dictText`

/** The text that the server, or a control after a selection, set beside a value. */
export function serverText(values: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const text = values[dictTextKey(key)]
  return typeof text === 'string' && text !== '' ? text : undefined
}

/**
 * The text of a value whose dictionary is not loaded: the text sent with the record, as long as the value is
 * unchanged.
 */
export function useServerText({
  value,
  field,
  values,
}: Pick<ControlProps<string, ChoiceSettings>, 'value' | 'field' | 'values'>) {
  const { lookup } = useRuntime()
  const text = serverText(values, field.key)
  const pair = useRef({ value, text })
  if (pair.current.text !== text) pair.current = { value, text }
  if (value === null) return undefined
  const loaded = field.dictCode ? lookup.text(field.dictCode, value) : undefined
  return loaded ?? (pair.current.value === value ? text : undefined)
}
