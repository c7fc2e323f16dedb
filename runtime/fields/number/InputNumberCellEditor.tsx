import type { ControlProps } from '../contract.ts'
import { EchoedInput } from '../kit/text/EchoedInput.tsx'
import { admitNumber, type NumberV, readNumber, typedNumber } from './values.ts'

/** As in a form: what is no number yet is empty, and what breaks one is taken back. */
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
