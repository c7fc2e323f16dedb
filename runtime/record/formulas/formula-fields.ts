import { type Explained, explain } from '#runtime/kernel/expression/explain.ts'
import type { Scope } from '#runtime/kernel/expression.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import type { Formula } from './formulas.ts'

/** Finds the field of a name in a formula: `fnum`, `row.fnum`, `form.fnum`, `items.fnum`; `columns` come before the head. */
export function findField(
  head: readonly Field[],
  columns: readonly Field[],
): (name: string) => Field | undefined {
  const fields = [...columns, ...head]
  return (name) => {
    const [key, column] = name.replace(/^(form|row)\./, '').split('.')
    const searched =
      column === undefined ? fields : (head.filter(isDetail).find((field) => field.key === key)?.fields ?? [])
    return searched.find((field) => field.key === (column ?? key))
  }
}

/** A formula with titles and with the values of `scope`; `columns` are the fields of its detail table. */
export function explainFormula(
  { expression, field }: Pick<Formula, 'expression' | 'field'>,
  screen: ScreenDocument,
  columns: readonly Field[],
  scope: Scope,
): Explained {
  const find = findField(screen.fields, columns)
  const formatName = (name: string) => {
    const found = find(name)
    return found ? getTitle(found) : name
  }
  return explain(expression, scope, formatName, { of: (name) => find(name)?.scale, result: field.scale })
}
