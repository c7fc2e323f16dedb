import type { CommonField } from '#runtime/schema/types.ts'
import { StateTag } from '#runtime/ui/state/StateTag.tsx'
import { useRuntime } from '../../../contract/context.tsx'
import type { CellProps } from '../../../contract/contract.ts'
import { TextCell } from '../text/TextCell.tsx'
import { type ChoiceSettings, type ChoiceV, choiceText } from './choice.ts'

const tagsOf = (field: CommonField): Record<string, string> | undefined =>
  (typeof field.list === 'object' ? field.list.tag : undefined) ?? field.tag

/** A state with color and text: `tag` maps values or texts to colors; other states are neutral. */
export function ChoiceCell({ value, field, text }: CellProps<ChoiceV, ChoiceSettings>) {
  const { lookup } = useRuntime()
  if (value === null) return null
  const label = choiceText(value, field, lookup) ?? text ?? String(value)
  const tags = tagsOf(field)
  if (!tags) return <TextCell text={label} field={field} />
  return <StateTag value={value} text={label} tags={tags} />
}
