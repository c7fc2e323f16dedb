import { useRuntime } from '../context.tsx'
import type { CellProps } from '../contract.ts'
import type { ChoiceV } from '../kit/choice/choice.ts'
import { type SwitchSettings, switchValue } from './values.ts'

export function SwitchCell({ value, field }: CellProps<ChoiceV, SwitchSettings>) {
  const { lookup } = useRuntime()
  return <span>{switchValue.toText(value, field, lookup, 'cell')}</span>
}
