import { details } from '#runtime/schema/derive.ts'
import type { Field, ScreenDocument } from '#runtime/schema/types.ts'

/** Finds the field of a name in a formula: `fnum`, `row.fnum`, `form.fnum`, `items.fnum`; `columns` come before the head. */
export function formulaFields(
  screen: ScreenDocument,
  columns: readonly Field[],
): (name: string) => Field | undefined {
  const fields = [...columns, ...screen.fields]
  return (name) => {
    const [key, column] = name.replace(/^(form|row)\./, '').split('.')
    const searched =
      column === undefined ? fields : (details(screen).find((field) => field.key === key)?.fields ?? [])
    return searched.find((field) => field.key === (column ?? key))
  }
}
