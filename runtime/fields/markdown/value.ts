import type { FileSettings } from '../parts/paths.ts'
import { textValue } from '../parts/text-value.ts'
import { markdownWords } from './words.ts'

/** Markdown, letter for letter: it is laid out, and cleaned, where it is read. */
export const markdownValue = textValue<FileSettings>('markdown', 100_000, {
  toText: (value, _field, _lookup, look) => (look === 'cell' ? markdownWords(value ?? '') : (value ?? '')),
  column: () => ({ type: 'text' }),
  offList: true,
})
