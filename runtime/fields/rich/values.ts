import { toPlainText } from '#runtime/kernel/text/html.ts'
import type { AnyFieldValue } from '#runtime/schema/field-value.ts'
import { textValue } from '../kit/text/text-value.ts'
import { markdownToText } from './markdown/markdown-text.ts'
import type { RichFamily } from './settings.ts'

/** Program text, stored unchanged. */
export const codeValue = textValue<RichFamily['code']>('code', 100_000, {
  dataType: 'code',
  usualFor: 'program',
  column: () => ({ type: 'text' }),
  offList: true,
})

/** Rich text as HTML. The server cleans it on write (`markup`); the browser cleans it again before display. */
export const umeditorValue = textValue<RichFamily['umeditor']>('umeditor', 100_000, {
  markup: 'html',
  toText: (value, _field, _lookup, look) => (look === 'cell' ? toPlainText(value ?? '') : (value ?? '')),
  column: () => ({ type: 'text' }),
  query: null,
  offList: true,
})

/** Markdown, stored unchanged: it is rendered and cleaned on display. */
export const markdownValue = textValue<RichFamily['markdown']>('markdown', 100_000, {
  usualFor: 'markdown',
  toText: (value, _field, _lookup, look) => (look === 'cell' ? markdownToText(value ?? '') : (value ?? '')),
  column: () => ({ type: 'text' }),
  offList: true,
})

export const richValues = {
  code: codeValue,
  umeditor: umeditorValue,
  markdown: markdownValue,
} satisfies Record<string, AnyFieldValue>
