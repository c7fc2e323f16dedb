import type { ControlProps } from '../contract.ts'
import { Entry } from '../kit/text/EchoedInput.tsx'

export const InputCellEditor = ({ value, onChange, onType = onChange, ...rest }: ControlProps<string>) => (
  <Entry
    {...rest}
    text={value ?? ''}
    tell={(typed) => {
      onType(typed === '' ? null : typed)
      return typed
    }}
  />
)
