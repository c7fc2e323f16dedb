/** The reasons for which PostgreSQL refuses a statement of a plan or a report, by its error code. */
const reasons: Readonly<Record<string, string>> = {
  '21000': '括号里的查询有几行，请加合计或 limit 1',
  '22001': '有的文字比新的长度长',
  '22003': '有的数超出了新的位数',
  '22007': '有的值不是日期或时间',
  '22008': '有的值不是日期或时间',
  '22012': '除数是零，请把除数写作 nullif(除数, 0)',
  '22P02': '有的值换不成新的类型',
  '23502': '有的记录没有这个值',
  '23505': '已有重复的值，请先改掉重复的',
  '40P01': '别人正在改同样的表，请再试一次',
  '42501': '数据库的账户没有这项权限',
  '42601': '写法不对',
  '42701': '同名的列写了两次',
  '42702': '列{name}有几处，请用 AS 改名，或在前面写上表名',
  '42703': '没有这一列',
  '42725': '类型不明确，请用 cast 写明',
  '42803': '没有合计的列要写进 group by',
  '42804': '两边的类型不同，请用 cast 转换',
  '42846': '有的值换不成新的类型',
  '42883': '函数或运算的类型不合，请用 cast 转换',
  '42P01': '没有这张表',
  '42P07': '已有同名的表或索引',
  '42P08': '参数在几处的类型不同，请写作 cast(:名称 as integer) 之类',
  '42P10': 'order by 或 group by 里的序号没有对应的列',
  '42P18': '参数的类型不明确，请写作 cast(:名称 as text)',
  '53100': '数据库的磁盘满了',
  '54011': '列太多',
  '55P03': '表正在使用，请稍后再试',
  '57014': '时间太长，没有做完',
}

/** The code by which a step refuses with a text of its own. */
export const STEP_REFUSED = 'P0001'

/** Why PostgreSQL refused a statement, in words; never its own English text. */
export function databaseText(error: unknown): string {
  const {
    code = '',
    message = '',
    column,
  } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: string
    message?: string
    column?: string
  }
  if (code === STEP_REFUSED) return message
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined
  if (code === '23502' && column)
    return `有的记录没有这个值，请先在数据库里给列 ${column} 缺省值或允许它为空（代码 ${code}）`
  if (reason === undefined) return `数据库不接受${code ? `（代码 ${code}）` : ''}`
  const [, name] = /"([^"]+)"/.exec(message) ?? []
  return `${reason.replace('{name}', name === undefined ? '名' : ` ${name} `)}（代码 ${code}）`
}
