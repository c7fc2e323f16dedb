import type { ControlProps } from '../contract.ts'
import { EchoedInput } from '../kit/text/EchoedInput.tsx'

export const InputCellEditor = ({ value, onChange, onType = onChange, ...rest }: ControlProps<string>) => (
  <EchoedInput
    {...rest}
    text={value ?? ''}
    commit={(typed) => {
      onType(typed === '' ? null : typed)
      return typed
    }}
  />
)
