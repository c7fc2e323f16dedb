import type { ControlProps } from '../contract.ts'
import { EchoedInput } from '../kit/text/EchoedInput.tsx'
import { admitNumber, type NumberV, readNumber, typedNumber } from './values.ts'

/** As in a form: incomplete input is empty, and an invalid key is rejected. */
export const NumberCellEditor = ({ value, onChange, onType = onChange, ...rest }: ControlProps<NumberV>) => (
  <EchoedInput
    {...rest}
    text={typedNumber(value)}
    inputMode="decimal"
    admit={admitNumber}
    commit={(typed) => {
      const read = readNumber(typed)
      onType(read)
      return typedNumber(read)
    }}
  />
)
