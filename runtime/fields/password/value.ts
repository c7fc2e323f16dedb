import { textValue } from '../parts/text-value.ts'

const mask = '••••••'

/** A secret: it can be read in, and never printed. */
export const passwordValue = textValue('password', 200, {
  toText: (value) => (value === null ? '' : mask),
  query: null,
  offList: true,
})
