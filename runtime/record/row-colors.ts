import { isMet, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import type { Field } from '#runtime/schema/types.ts'

export type Color = NonNullable<Field['colors']>[number]['color']

/** The colours of one row: the one of the row itself, and those of single cells. */
export interface RowColors {
  row: Color | undefined
  cell(key: string): Color | undefined
}

interface Rule {
  key: string
  when: string
  color: Color
  isOfRow: boolean
}

/**
 * The colours of rows by the conditions (`colors`) of these fields; null when no field has any. Of several rules that
 * are met the first one counts, for each cell and for the row.
 */
export function compileColors(fields: readonly Field[]): ((scope: Scope) => RowColors) | null {
  const rules = fields.flatMap(({ key, colors = [] }) =>
    colors.map(({ when, color, row }): Rule => ({ key, when, color, isOfRow: row === true })),
  )
  if (rules.length === 0) return null
  return (scope) => {
    const met = rules.filter(({ when }) => isColored(when, scope))
    return {
      row: met.find(({ isOfRow }) => isOfRow)?.color,
      cell: (key) => met.find((rule) => rule.key === key && !rule.isOfRow)?.color,
    }
  }
}

const isColored = (text: string, scope: Scope): boolean => {
  // Parsed expressions are cached by their text.
  const read = parseExpression(text)
  return read.ok && isMet(read.value, scope) === true
}
