import type { NameKind, Node } from '#runtime/kernel/expression.ts'

/** The columns that a condition may read, by the names under which it reads them. */
type Columns = Pick<ReadonlyMap<string, { kind?: NameKind }>, 'get' | 'has'>

const environment = new Set(['user', 'today', 'now'])

const isColumn = (node: Node, columns: Columns): boolean =>
  node.kind === 'name' && columns.has(node.path.join('.'))

/** Whether a node is a column of yes or no, which is a condition alone. */
const isFlag = (node: Node, columns: Columns): boolean =>
  node.kind === 'name' && columns.get(node.path.join('.'))?.kind?.is === 'flag'

/** Whether the expression reads no column, so that its value is known before the query. */
export function isConstant(node: Node): boolean {
  switch (node.kind) {
    case 'literal':
      return true
    case 'name':
      return environment.has(node.path[0] as string)
    case 'list':
      return node.items.every(isConstant)
    case 'unary':
      return isConstant(node.operand)
    case 'binary':
      return isConstant(node.left) && isConstant(node.right)
    case 'if':
      return [node.test, node.yes, node.no].every(isConstant)
    case 'call':
      return node.args.every(isConstant)
  }
}

/** Why an expression cannot become an SQL condition; null when it can. */
export function conditionFault(node: Node, columns: Columns): string | null {
  if (isConstant(node) || isFlag(node, columns)) return null
  if (node.kind === 'unary' && node.operator === 'not') return conditionFault(node.operand, columns)
  if (node.kind !== 'binary') return '这里的条件只能写比较、是否的字段，以及 and、or、not、in'
  if (node.operator === 'and' || node.operator === 'or') {
    return conditionFault(node.left, columns) ?? conditionFault(node.right, columns)
  }
  const sides = [node.left, node.right]
  if ('+-*/%'.includes(node.operator)) return '这里的条件不能对字段作算术'
  const unknown = sides.find((side) => !isConstant(side) && !isColumn(side, columns))
  if (unknown?.kind === 'name') return `没有字段 ${unknown.path.join('.')}`
  if (unknown?.kind === 'call')
    return `这里的条件由数据库判断，${unknown.name} 只能算 today() 这样的值，不能算字段，请先存成一个公式字段`
  if (unknown) return '比较的两边应为字段、值或 user 的属性'
  if (node.operator === 'in' && !isConstant(node.right)) return 'in 的右边应为列表'
  return null
}
