/** Digits that a spreadsheet stores of a number. */
const STORED_DIGITS = 15

/** A number as spreadsheets write one that is too long for them: 1.23457E+17. */
const rounded = /^[+-]?\d(?:\.\d+)?E\+\d{2,3}$/i

/** Whether a text is a number of which a spreadsheet has shown or stored only the first digits. */
export const hasLostDigits = (text: string): boolean => rounded.test(text.trim())

/** The number as a spreadsheet writes it when it stores only its first digits; null for a shorter number. */
export const roundedText = (value: number): string | null =>
  Math.abs(value) >= 10 ** STORED_DIGITS
    ? value
        .toExponential(STORED_DIGITS - 1)
        .replace(/\.?0*e/, 'E')
        .replace(/E\+(\d)$/, 'E+0$1')
    : null

/** Why such a text is refused, and what helps. */
export const lostDigitsText = (verb: '粘贴' | '导入'): string =>
  `Excel 按数字保存，末尾的数字已丢失；请在 Excel 里把单元格格式设为文本并重新输入，再按文本${verb}`

/**
 * A text of the clipboard of a spreadsheet as `hasLostDigits` recognises it: a format without exponent shows zeros in place
 * of the lost digits.
 */
export function shownNumber(text: string): string {
  const digits = text.trim()
  const isLong = /^\d+$/.test(digits) && digits.length > STORED_DIGITS && !digits.startsWith('0')
  return isLong && /^0+$/.test(digits.slice(STORED_DIGITS)) ? (roundedText(Number(digits)) ?? text) : text
}
