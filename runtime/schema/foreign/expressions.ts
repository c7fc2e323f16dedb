import { parseExpression } from '#runtime/kernel/expression.ts'

/** Functions of Excel, MySQL and JavaScript, in lower case, and ours. */
const functions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    average: 'avg',
    length: 'len',
    concatenate: 'concat',
    datediff: 'days',
    datedif: 'days',
    curdate: 'today',
    getdate: 'today',
    current_date: 'today',
    iif: 'if',
    counta: 'count',
    mid: 'substr',
    substring: 'substr',
    ucase: 'upper',
    lcase: 'lower',
    substitute: 'replace',
    'math.round': 'round',
    'math.abs': 'abs',
    'math.min': 'min',
    'math.max': 'max',
  }),
)

/** Notations that have no counterpart of the same form. */
const explanations: readonly [RegExp, string][] = [
  [/\b(ifnull|coalesce|nvl|isnull|iferror)\s*\(/i, '没有值时用别的值写作 if(a == null, b, a)'],
  [/\b(left|right)\s*\(/i, '前三个字写作 substr(a, 1, 3)，后三个字写作 substr(a, len(a) - 2)'],
  [/\b(vlookup|xlookup|lookup|index)\s*\(/i, '带出别处的值用 popup 类型的 orgFields 和 destFields'],
  [
    /\b(sumif|sumifs|countif|countifs|averageif)\s*\(/i,
    '有条件的合计先在明细里加一列 if(条件, 数量, 0)，再合计那一列',
  ],
  [/\b(and|or)\s*\([^()]*,/i, '几个条件写作 a and b、a or b'],
  [/\bcase\s+when\b/i, 'CASE WHEN 写作 if(条件, 值, 别的值)'],
  [
    /\{\{|\$(self|values|deps|form|record)\b|\$\{/,
    '直接写字段名，如 fnum * fprice；明细的列在表头写 items.famount',
  ],
  [/[^&]&[^&]/, '连接文字写作 concat(a, b)'],
  [
    /\b\$?[A-Z]{1,2}\$?\d+(:\$?[A-Z]{1,2}\$?\d+)?\b/,
    '没有单元格，请写字段名；合计明细的一列写作 sum(items.famount)',
  ],
  [/=>|\bfunction\b|\breturn\b|;/, '文档里没有代码，只写一个表达式'],
]

const outsideQuotes = /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')/

function translated(part: string): string {
  return part
    .replace(/<>/g, '!=')
    .replace(/(?<![=!<>])=(?!=)/g, '==')
    .replace(/\b(AND|OR|NOT|IN)\b(?!\s*\()/g, (word) => word.toLowerCase())
    .replace(
      /([A-Za-z_][\w.]*)(?=\s*\()/g,
      (name: string) => functions.get(name.toLowerCase()) ?? name.toLowerCase(),
    )
}

/** What an expression of Excel, SQL or JavaScript is in ours: the expression where it can be translated, else a remedy. */
export function ownExpression(text: string): { expression: string } | { remedy: string } | undefined {
  const remedy = explanations.find(([notation]) => notation.test(text))?.[1]
  if (remedy !== undefined) return { remedy }
  const body = text.trim().replace(/^=/, '')
  const parts = body.split(outsideQuotes)
  const expression = parts.map((part, at) => (at % 2 === 0 ? translated(part) : part)).join('')
  return expression !== text && parseExpression(expression).ok ? { expression } : undefined
}
