import type { JsonObject } from '#runtime/kernel/json.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

/** A screen with more fields is drawn in part. */
const MAX_WHOLE = 40
/** Fields that a preview draws of a larger screen: what a window shows, so that it follows each key. */
export const MAX_DRAWN = 12
/** Fields before the selected one that stay in sight. */
const BEFORE = 4

/** The words of a text that may be keys of fields. */
const listWords = (value: unknown): string[] => JSON.stringify(value).match(/[A-Za-z][A-Za-z0-9_]*/g) ?? []

/**
 * The part of a large screen around a field. Fields that formulas and other parts name stay in the document and are not
 * drawn; the others are left out. `before` and `after` count the fields that are not drawn.
 */
export function drawnPart(
  screen: ScreenDocument,
  selected: string | undefined,
): { screen: ScreenDocument; before: number; after: number } {
  const count = screen.fields.length
  if (count <= MAX_WHOLE) return { screen, before: 0, after: 0 }
  const at = screen.fields.findIndex(({ key }) => key === selected)
  const first = Math.max(0, Math.min(at - BEFORE, count - MAX_DRAWN))
  const drawn = new Set(screen.fields.slice(first, first + MAX_DRAWN).map(({ key }) => key))
  const named = namedKeys(screen, drawn)
  const fields = screen.fields.flatMap((field) =>
    drawn.has(field.key) ? [field] : named.has(field.key) ? [{ ...field, form: false, list: false }] : [],
  )
  return {
    screen: { ...screen, fields } as ScreenDocument,
    before: first,
    after: count - first - MAX_DRAWN,
  }
}

/** The keys of fields that the drawn ones, the fields which these name, and the other parts of the screen name. */
function namedKeys({ fields, ...parts }: ScreenDocument, drawn: ReadonlySet<string>): Set<string> {
  const byKey = new Map<string, JsonObject>(fields.map((field) => [field.key, { ...field }]))
  const named = new Set<string>()
  const pending = [parts, ...[...drawn].map((key) => byKey.get(key))]
  for (let part = pending.pop(); part; part = pending.pop())
    for (const word of listWords(part)) {
      const field = named.has(word) ? undefined : byKey.get(word)
      if (!field) continue
      named.add(word)
      pending.push(field)
    }
  return named
}
