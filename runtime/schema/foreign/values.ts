import { layoutPlans } from '../layouts/plans.ts'

const words = (value: string, list: string): [string, string][] =>
  list.split(' ').map((word) => [word.toLowerCase(), value])

/** Values of other tools, in lower case, and ours, by key. */
const foreignValues: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries({
    open: new Map([
      ...words('modal', 'dialog popup window'),
      ...words('drawer', 'side sheet'),
      ...words('page', 'tab fullscreen route blank'),
    ]),
    layout: new Map(layoutPlans.flatMap(({ name, otherNames }) => words(name, otherNames))),
    query: new Map([
      ...words('like', 'contains fuzzy % search'),
      ...words('eq', 'single equal equals = =='),
      ...words('range', 'between group daterange'),
      ...words('ge', 'gte >='),
      ...words('le', 'lte <='),
      ...words('gt', '>'),
      ...words('lt', '<'),
      ...words('ne', 'neq != <>'),
      ...words('right_like', 'startswith prefix'),
      ...words('left_like', 'endswith suffix'),
      ...words('in', 'multiple multi'),
    ]),
    statistics: new Map([...words('average', 'avg mean 平均'), ...words('sum', 'total 合计')]),
    store: new Map([
      ...words('int', 'integer smallint'),
      ...words('long', 'bigint'),
      ...words('text', 'longtext clob'),
      ...words('blob', 'bytea binary'),
      ...words('double', 'float real float8'),
      ...words('boolean', 'bool'),
    ]),
    select: new Map([...words('one', 'single radio'), ...words('many', 'multiple multi checkbox')]),
    size: new Map([...words('medium', 'default middle large'), ...words('mini', 'xs compact')]),
    id: new Map([...words('snowflake', 'bigint autoincrement auto_increment'), ...words('uuid', 'guid')]),
    valueType: new Map([
      ...words('number', 'int integer float decimal'),
      ...words('string', 'text varchar char'),
    ]),
    onMatch: new Map([
      ...words('update', 'overwrite replace merge'),
      ...words('skip', 'ignore'),
      ...words('refuse', 'error reject fail'),
    ]),
    modes: new Map([
      ...words('add', 'new create'),
      ...words('edit', 'update modify'),
      ...words('detail', 'view read show'),
    ]),
    kind: new Map([
      ...words('bar', 'column histogram 柱状图'),
      ...words('line', 'area spline 折线图'),
      ...words('pie', 'donut ring 饼图'),
      ...words('trend', 'sparkline'),
    ]),
    tone: new Map([
      ...words('error', 'danger red'),
      ...words('success', 'green ok'),
      ...words('warning', 'orange yellow'),
    ]),
    tag: new Map([
      ...words('red', 'error danger volcano magenta #ff4d4f'),
      ...words('green', 'success lime #52c41a'),
      ...words('orange', 'warning yellow gold #faad14'),
      ...words('blue', 'processing primary cyan purple geekblue info #1677ff'),
      ...words('grey', 'gray disabled'),
      ...words('default', 'none'),
    ]),
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
  ...words(
    '=today()',
    'today curdate() current_date getdate() #{sysdate} #{sys_date} today() {{today}} $today 今天 当天',
  ),
  ...words(
    '=now()',
    'now now() current_timestamp current_timestamp() sysdate localtimestamp #{systime} #{sys_time} {{now}} $now 当前时间 现在',
  ),
  ...words('=user.username', '#{sysusercode} #{sys_user_code} {{username}} $user 当前用户'),
  ...words('=user.realname', '#{sysusername} #{sys_user_name} {{realname}}'),
  ...words('=user.orgCode', '#{sysorgcode} #{sys_org_code} 当前部门'),
])

export const ownDefault = (value: unknown): string | undefined =>
  typeof value === 'string' ? foreignDefaults.get(value.trim().toLowerCase()) : undefined
