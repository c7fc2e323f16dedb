import { isEmpty } from '#runtime/kernel/json.ts'
import type { Handler } from './handlers.ts'
import { ruleText } from './run.ts'

/** Digits of the unified social credit code; I, O, S, V and Z are none. */
const creditDigits = '0123456789ABCDEFGHJKLMNPQRTUWXY'

function isCreditCode(code: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(code)) return false
  let sum = 0
  let weight = 1
  for (const digit of code.slice(0, 17)) {
    sum += creditDigits.indexOf(digit) * weight
    weight = (weight * 3) % 31
  }
  return creditDigits[(31 - (sum % 31)) % 31] === code[17]
}

/** `creditCode`: eighteen characters, the last of which is the check digit (GB 32100-2015). An empty value is valid. */
export const checkCreditCode: Handler = (value, { title }) =>
  isEmpty(value) || isCreditCode(ruleText(value)) ? null : `${title}不是正确的统一社会信用代码`

function isIsbn(text: string): boolean {
  const code = text.replace(/[- ]/g, '')
  if (/^\d{9}[\dX]$/.test(code)) {
    const sum = [...code].reduce(
      (all, digit, at) => all + (digit === 'X' ? 10 : Number(digit)) * (10 - at),
      0,
    )
    return sum % 11 === 0
  }
  if (!/^97[89]\d{10}$/.test(code)) return false
  return [...code].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0
}

/** `isbn`: ten or thirteen digits with their check digit, with optional hyphens. An empty value is valid. */
export const checkIsbn: Handler = (value, { title }) =>
  isEmpty(value) || isIsbn(ruleText(value)) ? null : `${title}不是正确的 ISBN`

/** Checks of numbers with check digits, under the names documents use: the same on both sides. */
export const numberHandlers = [
  ['creditCode', checkCreditCode],
  ['isbn', checkIsbn],
] as const
