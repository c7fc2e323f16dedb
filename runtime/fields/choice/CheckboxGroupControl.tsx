import { Checkbox } from 'antd'
import { getTitle } from '#runtime/schema/derive.ts'
import type { ChoiceSettings } from '#runtime/schema/language/settings.ts'
import type { ControlProps } from '../../contract/contract.ts'
import { useIsViewMode } from '../../contract/view-mode.ts'
import { buildFill } from '../kit/choice/choice.ts'
import { useChoiceItems } from '../kit/choice/useChoiceItems.ts'
import { joinValues, splitValues } from '../kit/joined-values.ts'
import { ReadOnlyValue } from '../kit/text/ReadOnlyText.tsx'

const bare = { border: 0, margin: 0, padding: 0, minWidth: 0 }

/** One box for each item, and one for each value without an item: an unknown value is shown and not lost. */
export function CheckboxGroupControl(props: ControlProps<string, ChoiceSettings>) {
  const { value, onChange, patch, field, id, disabled, readOnly, invalid, autoFocus, onBlur } = props
  const items = useChoiceItems(field, props.values)
  const selected = splitValues(value)
  const unknown = selected.filter((code) => !items.some((item) => item.value === code))
  const boxes = [...items, ...unknown.map((code) => ({ value: code, text: code, disabled: false }))]
  const set = (code: string, isChecked: boolean) => {
    const next = boxes
      .map((box) => box.value)
      .filter((box) => (box === code ? isChecked : selected.includes(box)))
    onChange(joinValues(next))
    patch(
      buildFill(
        items.filter((item) => next.includes(item.value)),
        field,
      ),
    )
  }
  if (useIsViewMode()) return <ReadOnlyValue {...(props as ControlProps)} />
  return (
    <fieldset
      id={id}
      aria-label={getTitle(field)}
      aria-invalid={invalid || undefined}
      onBlur={onBlur}
      style={bare}
    >
      {boxes.map((box, at) => (
        <Checkbox
          key={box.value}
          checked={selected.includes(box.value)}
          disabled={disabled || readOnly || box.disabled}
          autoFocus={autoFocus && at === 0}
          onChange={(event) => set(box.value, event.target.checked)}
        >
          {box.text}
        </Checkbox>
      ))}
    </fieldset>
  )
}
