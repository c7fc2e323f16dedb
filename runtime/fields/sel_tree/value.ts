import type { FieldValue } from '../../schema/field-value.ts'
import type { ChoiceSettings } from '../parts/choice.ts'
import { choiceValue } from '../parts/choice.ts'
import { textFromWire } from '../parts/text-value.ts'

export interface SelTreeSettings extends ChoiceSettings {
  /** A tree's code (`tree:depart`), or `table,text,code` of a registered one. */
  dictCode: string
  pidField?: string
  pidValue?: string
  hasChildField?: string
  /** A JSON object as text. */
  condition?: string
  notSelf?: boolean
}

const half = choiceValue('sel_tree')

/** The value of one node of a dictionary tree, whatever level it has. */
export const selTreeValue: FieldValue<string, SelTreeSettings> = {
  type: half.type,
  empty: null,
  fromWire: textFromWire,
  toWire: (value) => value,
  toText: half.toText,
  fromText: (text, field, lookup) => {
    const read = half.fromText(text, field, lookup)
    return read.ok ? { ok: true, value: textFromWire(read.value) } : read
  },
  check: half.check,
  column: (field) => half.column({ ...field, valueType: 'string' }),
  query: { rules: ['eq', 'ne'] },
}
