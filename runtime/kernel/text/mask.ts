/** Characters that stay readable at both ends: a phone number 138****1234, an identity number 330106********1234. */
const readable = { phone: [3, 4], idcard: [6, 4] } as const

export type Mask = keyof typeof readable

const filler = '*'

/** The masked text, as long as the text; a text without a hidden middle is hidden as a whole. */
export function maskText(mask: Mask, text: string): string {
  const letters = [...text]
  const [start, end] = readable[mask]
  const hidden = letters.length - start - end
  if (hidden <= 0) return filler.repeat(letters.length)
  return letters.slice(0, start).join('') + filler.repeat(hidden) + letters.slice(-end).join('')
}

/** Whether a text has been masked: no phone number and no identity number contains the filler. */
export const isMaskedText = (value: unknown): boolean => typeof value === 'string' && value.includes(filler)

/** The query rules that compare a masked value as a whole; any other rule would reveal a part of it. */
export const wholeValueRules = ['eq', 'ne', 'in'] as const

export const comparesWholeValues = (rule: string): boolean => wholeValueRules.some((word) => word === rule)

/** The mask of a field, which only text fields have. */
export function findMask(field: object | null | undefined): Mask | undefined {
  const mask = field && 'mask' in field ? field.mask : undefined
  return mask === 'phone' || mask === 'idcard' ? mask : undefined
}
