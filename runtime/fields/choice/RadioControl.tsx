import { Radio } from 'antd'
import { serverText } from '#runtime/record/paste/dict-text.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { ChoiceSettings } from '#runtime/schema/language/settings.ts'
import { radioGroupRole } from '#runtime/ui/radio-group.ts'
import type { ControlProps } from '../../contract/contract.ts'
import { useIsViewMode } from '../../contract/view-mode.ts'
import { buildFill, type ChoiceV, choiceFromWire } from '../kit/choice/choice.ts'
import { useChoiceItems, withServerText } from '../kit/choice/useChoiceItems.ts'
import { ReadOnlyValue } from '../kit/text/ReadOnlyText.tsx'

/** A group cannot be focused; the selected entry, or the first, can. */
const focusSelected = (group: HTMLElement | null): void => {
  const entry = group?.querySelector<HTMLElement>('input:checked') ?? group?.querySelector('input')
  entry?.focus()
}

export function RadioControl(props: ControlProps<ChoiceV, ChoiceSettings>) {
  const { value, onChange, patch, field, id, disabled, readOnly, invalid, autoFocus, size, onBlur } = props
  const items = withServerText(useChoiceItems(field, props.values), field, value, props.values)
  if (useIsViewMode())
    return (
      <ReadOnlyValue
        {...(props as ControlProps)}
        text={field.dictWhere ? serverText(props.values, field.key) : undefined}
      />
    )
  return (
    <Radio.Group
      {...radioGroupRole}
      ref={autoFocus ? focusSelected : undefined}
      id={id}
      aria-label={getTitle(field)}
      aria-invalid={invalid || undefined}
      value={value === null ? null : String(value)}
      disabled={disabled || readOnly}
      size={size}
      onBlur={onBlur}
      onChange={(event) => {
        onChange(choiceFromWire(event.target.value, field))
        patch(
          buildFill(
            items.filter((item) => item.value === event.target.value),
            field,
          ),
        )
      }}
      options={items.map((item) => ({
        value: item.value,
        label: item.text,
        disabled: item.disabled,
      }))}
    />
  )
}
