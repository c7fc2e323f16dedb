import Input from 'antd/es/input/Input'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { ControlProps } from '../../../contract/contract.ts'
import { useIsViewMode } from '../../../contract/view-mode.ts'
import { inputProps } from '../aria.ts'

interface Props
  extends Pick<ControlProps, 'id' | 'field' | 'invalid' | 'size' | 'autoFocus' | 'onBlur' | 'placeholder'> {
  text: string
  align?: 'right'
}

/** A computed, numbered or filled value: not editable, but readable, focusable and copyable. */
export function ReadOnlyText({ text, align, size, autoFocus, onBlur, placeholder, ...props }: Props) {
  const isViewMode = useIsViewMode()
  if (isViewMode)
    return (
      <output id={props.id} className="pro-read">
        {text === '' ? '—' : text}
      </output>
    )
  return (
    <Input
      {...inputProps(props)}
      value={text}
      placeholder={placeholder}
      variant="filled"
      readOnly
      tabIndex={-1}
      size={size}
      autoFocus={autoFocus}
      onBlur={onBlur}
      style={align && { textAlign: align, fontVariantNumeric: 'tabular-nums' }}
    />
  )
}

interface ByTypeProps extends ControlProps {
  text?: string
}

/** The same for any type, with the text that its value half prints. */
export function ReadOnlyValue({ value, field, values, text, ...props }: ByTypeProps) {
  const { lookup } = useServices()
  const types = useFieldTypes()
  const printed = text ?? types.get(field.type)?.toText(value, field, lookup, 'full') ?? ''
  return <ReadOnlyText {...props} field={field} text={printed} />
}
