import { wordsOf } from '../../kernel/html.ts'
import type { FileSettings } from '../parts/paths.ts'
import { textValue } from '../parts/text-value.ts'

/** Rich text as HTML. The server cleans it on write (`markup`); the browser cleans it again before it shows it. */
export const umeditorValue = textValue<FileSettings>('umeditor', 100_000, {
  markup: 'html',
  toText: (value, _field, _lookup, look) => (look === 'cell' ? wordsOf(value ?? '') : (value ?? '')),
  column: () => ({ type: 'text' }),
  query: null,
  offList: true,
})
