import { Button, Space } from 'antd'
import Input from 'antd/es/input/Input'
import type { ControlProps } from '../../contract/contract.ts'
import { inputProps } from '../kit/aria.ts'

/** A masked value: it is not edited in parts. 重填 empties the field, which then takes a new value as a whole. */
export function MaskedInput({ text, onChange, disabled, ...props }: ControlProps<string> & { text: string }) {
  const { field, size, onBlur } = props
  return (
    <Space.Compact block>
      <Input {...inputProps(props)} value={text} variant="filled" readOnly size={size} onBlur={onBlur} />
      {!disabled && (
        <Button size={size} aria-label={`重填${field.title ?? ''}`} onClick={() => onChange(null)}>
          重填
        </Button>
      )}
    </Space.Compact>
  )
}
