import { MAX_CRON_LENGTH } from '#runtime/kernel/cron/max-length.ts'
import { parseCron } from '#runtime/kernel/cron/parse.ts'
import { isBlank } from '#runtime/kernel/json.ts'
import { type Parsed, parsed, refused } from '#runtime/kernel/problem.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { FieldValue } from '#runtime/schema/field-value.ts'
import type { CommonField } from '#runtime/schema/types.ts'
import { type Fault, textFromWire } from '../../kit/text/text-value.ts'
import { cronValue } from '../values.ts'

/** The fault of an expression, named by field and unit: 执行时间的「时」25 超出范围. Null: valid. */
export function cronFault(text: string, field: CommonField): Fault | null {
  const result = parseCron(text)
  if (result.ok) return null
  const place = result.unit === null ? getTitle(field) : `${getTitle(field)}的`
  return { code: 'cron', text: place + result.text }
}

/** A typed text as the value: single blanks between its fields; empty text is no value. */
export function readCronText(text: string, field: CommonField): Parsed<string | null> {
  const plain = text.trim().replace(/\s+/g, ' ')
  if (plain === '') return parsed(null)
  if (plain.length > (field.length ?? MAX_CRON_LENGTH))
    return refused(`${getTitle(field)}不能超过 ${field.length ?? MAX_CRON_LENGTH} 个字`)
  const fault = cronFault(plain, field)
  return fault ? refused(fault.text) : parsed(plain)
}

/** The value half with the check of the grammar: the registry of the server and of scripts has it in place of `cronValue`. */
export const checkedCronValue: FieldValue<string> = {
  ...cronValue,
  check(raw, field, lookup) {
    const fault = cronValue.check(raw, field, lookup)
    return fault || isBlank(raw) ? fault : cronFault(textFromWire(raw) ?? '', field)
  },
}
