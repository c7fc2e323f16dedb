import { useBackStep } from '#runtime/ui/focus/useBackStep.ts'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { AdvancedQuery } from '../../advanced-query/AdvancedQuery.tsx'
import type { PickerPlan } from '../plan.ts'
import type { Picker } from '../usePicker.ts'

interface Props {
  picker: Picker
  plan: PickerPlan
  onClose(): void
}

/** The dialog of the advanced query over a picker. On a phone Back closes it before the picker. */
export function PickerQuery({ picker, plan, onClose }: Props) {
  useBackStep(onClose, useNarrow())
  return (
    <AdvancedQuery
      source={plan.source}
      url={plan.url}
      query={picker.advanced}
      conditions={picker.conditions}
      onQuery={picker.setAdvanced}
      onClose={onClose}
    />
  )
}
