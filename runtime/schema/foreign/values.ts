import { layoutPlans } from '../layouts/plans.ts'

const splitWords = (value: string, list: string): [string, string][] =>
  list.split(' ').map((word) => [word.toLowerCase(), value])

/** Our colours for those of other tools. */
const colorWords: ReadonlyMap<string, string> = new Map([
  ...splitWords('red', 'danger volcano magenta #ff4d4f'),
  ...splitWords('green', 'lime ok #52c41a'),
  ...splitWords('orange', 'yellow gold #faad14'),
  ...splitWords('blue', 'processing primary cyan purple geekblue #1677ff'),
  ...splitWords('grey', 'gray disabled'),
  ...splitWords('default', 'none'),
])

/** Values of other tools, in lower case, and ours, by key. */
const foreignValues: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries({
    open: new Map([
      ...splitWords('modal', 'dialog popup window'),
      ...splitWords('drawer', 'side sheet'),
      ...splitWords('page', 'tab fullscreen route blank'),
    ]),
    layout: new Map(layoutPlans.flatMap(({ name, otherNames }) => splitWords(name, otherNames))),
    query: new Map([
      ...splitWords('like', 'contains fuzzy % search'),
      ...splitWords('eq', 'single equal equals = =='),
      ...splitWords('range', 'between group daterange'),
      ...splitWords('ge', 'gte >='),
      ...splitWords('le', 'lte <='),
      ...splitWords('gt', '>'),
      ...splitWords('lt', '<'),
      ...splitWords('ne', 'neq != <>'),
      ...splitWords('right_like', 'startswith prefix'),
      ...splitWords('left_like', 'endswith suffix'),
      ...splitWords('in', 'multiple multi'),
    ]),
    statistics: new Map([...splitWords('average', 'avg mean 平均'), ...splitWords('sum', 'total 合计')]),
    store: new Map([
      ...splitWords('int', 'integer smallint'),
      ...splitWords('long', 'bigint'),
      ...splitWords('text', 'longtext clob'),
      ...splitWords('blob', 'bytea binary'),
      ...splitWords('double', 'float real float8'),
      ...splitWords('boolean', 'bool'),
    ]),
    select: new Map([...splitWords('one', 'single radio'), ...splitWords('many', 'multiple multi checkbox')]),
    size: new Map([...splitWords('medium', 'default middle large'), ...splitWords('mini', 'xs compact')]),
    id: new Map([
      ...splitWords('snowflake', 'bigint autoincrement auto_increment'),
      ...splitWords('uuid', 'guid'),
    ]),
    valueType: new Map([
      ...splitWords('number', 'int integer float decimal'),
      ...splitWords('string', 'text varchar char'),
    ]),
    onMatch: new Map([
      ...splitWords('update', 'overwrite replace merge'),
      ...splitWords('skip', 'ignore'),
      ...splitWords('refuse', 'error reject fail'),
    ]),
    modes: new Map([
      ...splitWords('add', 'new create'),
      ...splitWords('edit', 'update modify'),
      ...splitWords('detail', 'view read show'),
    ]),
    kind: new Map([
      ...splitWords('bar', 'column histogram 柱状图'),
      ...splitWords('line', 'area spline 折线图'),
      ...splitWords('pie', 'donut ring 饼图'),
      ...splitWords('trend', 'sparkline'),
    ]),
    tone: colorWords,
    color: colorWords,
    tag: colorWords,
  }),
)

/** Our value for a value of another tool; keys of items and rules share the table of their list. */
export function ownValue(keys: readonly (string | number)[], value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const names = keys.filter((key) => typeof key === 'string')
  const name = names.at(-1) === 'rule' ? names.at(-2) : names.at(-1)
  const table =
    foreignValues.get(name ?? '') ?? (names.at(-2) === 'tag' ? foreignValues.get('tag') : undefined)
  return table?.get(value.toLowerCase())
}

/** Default values of other tools as expressions of ours: system variables of JeecgBoot, functions of MySQL and Excel. */
const foreignDefaults: ReadonlyMap<string, string> = new Map([
  ...splitWords(
    '=today()',
    'today curdate() current_date getdate() #{sysdate} #{sys_date} today() {{today}} $today 今天 当天',
  ),
  ...splitWords(
    '=now()',
    'now now() current_timestamp current_timestamp() sysdate localtimestamp #{systime} #{sys_time} {{now}} $now 当前时间 现在',
  ),
  ...splitWords('=user.username', '#{sysusercode} #{sys_user_code} {{username}} $user 当前用户'),
  ...splitWords('=user.realname', '#{sysusername} #{sys_user_name} {{realname}}'),
  ...splitWords('=user.orgCode', '#{sysorgcode} #{sys_org_code} 当前部门'),
])

export const ownDefault = (value: unknown): string | undefined =>
  typeof value === 'string' ? foreignDefaults.get(value.trim().toLowerCase()) : undefined
