import { parsed } from '../../kernel/problem.ts'
import { titleOf } from '../../schema/derive.ts'
import type { FieldValue } from '../../schema/field-value.ts'
import { isNothing } from '../parts/text-value.ts'

type Passed = 'Y'

/** Whether the slider was dragged to its end in this form. It is asked anew each time, so nothing is stored. */
export const slideVerifyValue: FieldValue<Passed> = {
  type: 'slide_verify',
  empty: null,
  fromWire: (raw) => (raw === 'Y' || raw === true ? 'Y' : null),
  toWire: (value) => value,
  toText: (value) => (value === null ? '' : '验证通过'),
  fromText: (text) => parsed(text.trim() === '验证通过' ? 'Y' : null),
  check: (raw, field) =>
    isNothing(raw) || raw === 'Y' || raw === true
      ? null
      : { code: 'type', text: `${titleOf(field)}未通过，请拖动滑块` },
  column: () => null,
  query: null,
  offList: true,
}
