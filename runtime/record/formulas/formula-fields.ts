import { type Explained, explain } from '#runtime/kernel/expression/explain.ts'
import type { Scope } from '#runtime/kernel/expression.ts'
import { details, getTitle } from '#runtime/schema/derive.ts'
import type { Field, ScreenDocument } from '#runtime/schema/types.ts'
import type { Formula } from './formulas.ts'

/** Finds the field of a name in a formula: `fnum`, `row.fnum`, `form.fnum`, `items.fnum`; `columns` come before the head. */
function formulaFields(
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

/** A formula with titles and with the values of `scope`; `columns` are the fields of its detail table. */
export function explainFormula(
  { expression, field }: Pick<Formula, 'expression' | 'field'>,
  screen: ScreenDocument,
  columns: readonly Field[],
  scope: Scope,
): Explained {
  const findField = formulaFields(screen, columns)
  const formatName = (name: string) => {
    const found = findField(name)
    return found ? getTitle(found) : name
  }
  return explain(expression, scope, formatName, { of: (name) => findField(name)?.scale, result: field.scale })
}
