import type { ScreenDocument } from '#runtime/schema/types.ts'
import type { Values } from './scope.ts'

/** The key of a record with the keys of the fields that its workflow hides from the reader. */
export const hiddenMark = 'has_hidden_fields'

/** The screen as it shows the record: without the fields that its workflow hides. */
export function withoutHidden<Screen extends Pick<ScreenDocument, 'fields'>>(
  screen: Screen,
  record: Values | undefined,
): Screen {
  const hidden = record?.[hiddenMark]
  if (!Array.isArray(hidden)) return screen
  const fields = screen.fields.map((field) =>
    hidden.includes(field.key) ? { ...field, form: false as const } : field,
  )
  return { ...screen, fields }
}
