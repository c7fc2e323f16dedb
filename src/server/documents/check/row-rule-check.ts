import { type NameKind, parseExpression } from '#runtime/kernel/expression.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { conditionFault } from '#runtime/schema/checks/expressions/condition-fault.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'

/** The stored columns of a screen by field key. */
type Columns = Pick<ReadonlyMap<string, { kind?: NameKind }>, 'get' | 'has'>

/** The conditions of data rules and limits that SQL cannot express, as problems with code ROW_RULE. */
export function rowRuleProblems(screen: StoredScreen, columns: Columns): DocumentProblem[] {
  const conditions = [
    ...(screen.rowRules ?? []).map(({ where }, at) => [where, pointer('rowRules', at, 'where')] as const),
    ...(screen.table.limits ?? []).map(
      ({ where = 'true' }, at) => [where, pointer('table', 'limits', at, 'where')] as const,
    ),
  ]
  return conditions.flatMap(([where, path]) => {
    const read = parseExpression(where)
    const text = read.ok ? conditionFault(read.value.node, columns) : read.text
    return text === null ? [] : [{ path, code: 'ROW_RULE', text }]
  })
}
