import type { ScreenDocument } from '#runtime/schema/types.ts'

/** Fields that a preview draws at a time: what a window shows, so that it follows each key also in a large screen. */
export const MAX_DRAWN = 30
/** Fields before the selected one that stay in sight. */
const BEFORE = 6

/**
 * The part of a large screen around a field: the other fields stay in the document, where formulas read them, and are not
 * drawn. `before` and `after` count them.
 */
export function drawnPart(
  screen: ScreenDocument,
  selected: string | undefined,
): { screen: ScreenDocument; before: number; after: number } {
  const count = screen.fields.length
  if (count <= MAX_DRAWN) return { screen, before: 0, after: 0 }
  const at = screen.fields.findIndex(({ key }) => key === selected)
  const first = Math.max(0, Math.min(at - BEFORE, count - MAX_DRAWN))
  const isDrawn = (index: number) => index >= first && index < first + MAX_DRAWN
  const fields = screen.fields.map((field, index) =>
    isDrawn(index) ? field : { ...field, form: false, list: false },
  )
  return {
    screen: { ...screen, fields } as ScreenDocument,
    before: first,
    after: count - first - MAX_DRAWN,
  }
}
