import { useRef } from 'react'
import { serverText } from '#runtime/record/paste/dict-text.ts'
import type { ChoiceSettings } from '#runtime/schema/language/settings.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { ControlProps } from '../../../contract/contract.ts'

/**
 * The text of a value whose dictionary is not loaded: the text sent with the record, as long as the value is
 * unchanged.
 */
export function useServerText({
  value,
  field,
  values,
}: Pick<ControlProps<string, ChoiceSettings>, 'value' | 'field' | 'values'>) {
  const { lookup } = useServices()
  const text = serverText(values, field.key)
  const pair = useRef({ value, text })
  if (pair.current.text !== text) pair.current = { value, text }
  if (value === null) return undefined
  const loaded = field.dictCode ? lookup.text(field.dictCode, value) : undefined
  return loaded ?? (pair.current.value === value ? text : undefined)
}
