import { titleOf } from '#runtime/schema/derive.ts'
import type { ControlProps } from '../contract.ts'

const plain = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const

export const NormalControl = ({ value, id, field }: ControlProps<string>) => (
  <output id={id} aria-label={id === undefined ? titleOf(field) : undefined} style={plain}>
    {value ?? '—'}
  </output>
)
