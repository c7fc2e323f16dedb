/** How a call of another tool is written here, by its arguments; undefined where there are too few or too many of them. */
type Rewrite = (args: readonly string[]) => string | undefined

/** Functions of Excel, SQL and JavaScript that take the same arguments as ours, in lower case. */
const sameArguments: Readonly<Record<string, string>> = {
  average: 'avg',
  mean: 'avg',
  length: 'len',
  lenb: 'len',
  char_length: 'len',
  concatenate: 'concat',
  curdate: 'today',
  getdate: 'today',
  current_date: 'today',
  sysdate: 'now',
  current_timestamp: 'now',
  iif: 'if',
  counta: 'count',
  mid: 'substr',
  substring: 'substr',
  ucase: 'upper',
  touppercase: 'upper',
  lcase: 'lower',
  tolowercase: 'lower',
  substitute: 'replace',
  edate: 'addMonths',
  add_months: 'addMonths',
  last_day: 'endOfMonth',
  workday: 'addWorkdays',
  least: 'min',
  greatest: 'max',
  string_agg: 'join',
  rmb: 'capitals',
  numberstring: 'capitals',
  'math.round': 'round',
  'math.abs': 'abs',
  'math.min': 'min',
  'math.max': 'max',
}

/** One literal number. */
const isNumber = (text: string | undefined): text is string => /^\d+$/.test(text ?? '')
const fromEnd = (count: string): string => (isNumber(count) ? `${Number(count) - 1}` : `(${count}) + 1`)

const whenBlank: Rewrite = (args) =>
  args.length === 2 ? `if(${args[0]} == null, ${args[1]}, ${args[0]})` : undefined

/** The first of the values that is there. */
const coalesce: Rewrite = (args) =>
  args.length < 2
    ? undefined
    : args
        .slice(0, -1)
        .reduceRight<string>((rest, arg) => `if(${arg} == null, ${rest}, ${arg})`, args.at(-1) ?? '')

const joined =
  (operator: string): Rewrite =>
  (args) =>
    args.length < 2 ? undefined : `(${args.join(` ${operator} `)})`

/** A chain of conditions: `test(first, second)` is the condition of a pair. */
const chain = (
  pairs: readonly string[],
  test: (value: string) => string,
  last: string,
): string | undefined =>
  pairs.length < 2 || pairs.length % 2 !== 0
    ? undefined
    : pairs.reduceRight<string>(
        (rest, value, at) => (at % 2 === 0 ? `if(${test(value)}, ${pairs[at + 1]}, ${rest})` : rest),
        last,
      )

/** A choice by one value, as in DECODE and SWITCH. */
const choose: Rewrite = ([value, ...args]) =>
  args.length % 2 === 1
    ? chain(args.slice(0, -1), (other) => `${value} == ${other}`, args.at(-1) ?? '')
    : chain(args, (other) => `${value} == ${other}`, 'null')

/** Days between two dates: Excel and SQL Server name a unit, MySQL writes the later date first. */
const daysBetween: Rewrite = (args) => {
  const dates = args.filter((arg) => !/^['"]?(d|dd|day|days)['"]?$/i.test(arg))
  if (dates.length !== 2) return undefined
  return args.length === 3 ? `days(${dates[0]}, ${dates[1]})` : `days(${dates[1]}, ${dates[0]})`
}

const dateAdd: Rewrite = ([unit = '', count, date]) => {
  if (date === undefined) return undefined
  if (/^['"]?(d|dd|day)['"]?$/i.test(unit)) return `${date} + ${count}`
  if (/^['"]?(m|mm|month)['"]?$/i.test(unit)) return `addMonths(${date}, ${count})`
  return /^['"]?(y|yy|yyyy|year)['"]?$/i.test(unit) ? `addMonths(${date}, ${count} * 12)` : undefined
}

/** Functions whose counterpart here has another form. */
const rewrites: Readonly<Record<string, Rewrite>> = {
  and: joined('and'),
  or: joined('or'),
  left: ([text, count = '1', ...more]) => (text && !more.length ? `substr(${text}, 1, ${count})` : undefined),
  right: ([text, count = '1', ...more]) =>
    text && !more.length ? `substr(${text}, len(${text}) - ${fromEnd(count)})` : undefined,
  ifnull: whenBlank,
  nvl: whenBlank,
  coalesce,
  nz: whenBlank,
  isnull: (args) => (args.length === 1 ? `(${args[0]} == null)` : whenBlank(args)),
  isblank: (args) => (args.length === 1 ? `(${args[0]} == null)` : undefined),
  isempty: (args) => (args.length === 1 ? `(${args[0]} == null)` : undefined),
  nullif: ([a, b]) => (b === undefined ? undefined : `if(${a} == ${b}, null, ${a})`),
  nvl2: ([a, b, c]) => (c === undefined ? undefined : `if(${a} != null, ${b}, ${c})`),
  ifs: (args) => chain(args, (test) => test, 'null'),
  switch: choose,
  decode: choose,
  mod: ([a, b]) => (b === undefined ? undefined : `(${a} % ${b})`),
  product: joined('*'),
  datedif: daysBetween,
  datediff: daysBetween,
  dateadd: dateAdd,
  eomonth: ([date, count = '0']) =>
    date && (count === '0' ? `endOfMonth(${date})` : `endOfMonth(addMonths(${date}, ${count}))`),
  day: ([date]) => date && `(substr(${date}, 9, 2) * 1)`,
  value: ([text]) => text && `(${text} * 1)`,
  number: ([text]) => text && `(${text} * 1)`,
  parseint: ([text]) => text && `(${text} * 1)`,
  parsefloat: ([text]) => text && `(${text} * 1)`,
  to_number: ([text]) => text && `(${text} * 1)`,
  instr: ([text, part]) => part && `contains(${text}, ${part})`,
  find: ([part, text]) => text && `contains(${text}, ${part})`,
  search: ([part, text]) => text && `contains(${text}, ${part})`,
}

/** Methods of JavaScript, by their name: `fname.includes('志')`. */
const methods: Readonly<Record<string, (owner: string, args: readonly string[]) => string>> = {
  includes: (owner, [part = "''"]) => `contains(${owner}, ${part})`,
  indexof: (owner, [part = "''"]) => `contains(${owner}, ${part})`,
  tofixed: (owner, [places = '0']) => `round(${owner}, ${places})`,
  touppercase: (owner) => `upper(${owner})`,
  tolowercase: (owner) => `lower(${owner})`,
  trim: (owner) => `trim(${owner})`,
  replace: (owner, [from = "''", to = "''"]) => `replace(${owner}, ${from}, ${to})`,
  replaceall: (owner, [from = "''", to = "''"]) => `replace(${owner}, ${from}, ${to})`,
  concat: (owner, args) => `concat(${[owner, ...args].join(', ')})`,
  join: (owner, args) => `join(${[owner, ...args].join(', ')})`,
}

/** A call of another tool as ours: the call, our name for the same arguments, or undefined for an unknown function. */
export function rewriteCall(name: string, args: readonly string[]): string | undefined {
  const lower = name.toLowerCase()
  const rewritten = Object.hasOwn(rewrites, lower) ? rewrites[lower]?.(args) : undefined
  if (rewritten !== undefined && rewritten !== '') return rewritten
  const same = Object.hasOwn(sameArguments, lower) ? sameArguments[lower] : undefined
  if (same !== undefined) return `${same}(${args.join(', ')})`
  const [, owner = '', method = ''] = /^(.+)\.(\w+)$/.exec(name) ?? []
  const key = method.toLowerCase()
  return Object.hasOwn(methods, key) ? methods[key]?.(owner, args) : undefined
}

/** Words of other tools that stand without brackets. */
const foreignWords: Readonly<Record<string, string>> = {
  TRUE: 'true',
  True: 'true',
  FALSE: 'false',
  False: 'false',
  NULL: 'null',
  None: 'null',
  undefined: 'null',
  AND: 'and',
  OR: 'or',
  NOT: 'not',
  IN: 'in',
  并且: 'and',
  而且: 'and',
  且: 'and',
  或者: 'or',
  或: 'or',
  等于: '==',
  不等于: '!=',
  大于: '>',
  小于: '<',
  CURRENT_DATE: 'today()',
  CURRENT_TIMESTAMP: 'now()',
  SYSDATE: 'now()',
}

/** Our word for one of another tool. */
export function ownWord(word: string): string | undefined {
  const [, owner] = /^(.+)\.length$/.exec(word) ?? []
  if (owner !== undefined) return `len(${owner})`
  return Object.hasOwn(foreignWords, word) ? foreignWords[word] : undefined
}

/** Notations that have no counterpart of the same form, with what takes their place. */
export const explanations: readonly [RegExp, string][] = [
  [
    /\b(iferror|iserror|isna)\s*\(/i,
    '除数可能是 0 的写作 if(b == 0, 0, a / b)，没有值时用别的值写作 if(a == null, b, a)',
  ],
  [
    /\b(vlookup|hlookup|xlookup|lookup|index|match)\s*\(/i,
    '带出别处的值用 popup 类型的 orgFields 和 destFields，或字段的 from',
  ],
  [
    /\b(sumifs?|countifs?|averageifs?|sumproduct|dsum)\s*\(/i,
    '有条件的合计先在明细里加一列 if(条件, 数量, 0)，再合计那一列',
  ],
  [/\bcase\s+when\b/i, 'CASE WHEN 写作 if(条件, 值, 别的值)'],
  [/\bif\b[^(]*\bthen\b/i, 'if then else 写作 if(条件, 值, 别的值)'],
  [/\blike\s*['"]/i, '包含写作 contains(a, b)，开头写作 substr(a, 1, 2) == b'],
  [
    /\b(text|format|to_char|date_format|cast|convert|tostring)\s*\(/i,
    '小数位写在字段的 scale 里，日期取一段写作 substr(日期, 1, 7)，文字相连写作 concat(a, b)',
  ],
  [
    /\b(roundup|rounddown|ceil|ceiling|floor|int|trunc|truncate)\s*\(|\bmath\.(ceil|floor|trunc)\b/i,
    '四舍五入写作 round(a, 小数位)，去掉小数写作 a - a % 1，进一写作 if(a % 1 == 0, a, a - a % 1 + 1)',
  ],
  [/\b(power|pow|sqrt|exp|log|ln|rand|random)\s*\(|\*\*/i, '乘方写作 a * a，别的数学函数没有'],
  [
    /\b(weekday|dayofweek|week|weeknum|quarter|hour|minute|second)\s*\(/i,
    '日期只有 year、month、days、addMonths、endOfMonth、addWorkdays，时刻取一段写作 substr(时间, 12, 2)',
  ],
  [/\b(regexp|regexmatch|regexp_like|regexextract)\b/i, '格式写在 validateRules 的 pattern 里'],
  [/\b(row_number|rownum|row|rank)\s*\(|\bover\s*\(/i, '行的次序由明细的次序列存着，排名请写报表'],
  [
    /\bselect\b.+\bfrom\b/i,
    '表达式里不能查表：明细的合计写作 sum(items.famount)，别处的值用字段的 from，统计请写报表',
  ],
  [
    /\{\{|\$(self|values|deps|form|record)\b|\$\{/,
    '直接写字段名，如 fnum * fprice；明细的列在表头写 items.famount',
  ],
  [
    /\b\$?[A-Z]{1,2}\$?\d+(:\$?[A-Z]{1,2}\$?\d+)?\b/,
    '没有单元格，请写字段名；合计明细的一列写作 sum(items.famount)',
  ],
  [/\?\?/, '没有值时用别的值写作 if(a == null, b, a)'],
  [/=>|\bfunction\b|\breturn\b|;\s*\S/, '文档里没有代码，只写一个表达式'],
]
