// biome-ignore-all lint/suspicious/noTemplateCurlyInString: messages name fields so.
import Type from 'typebox'
import { closed, DocumentId, Expression, Key, Value } from '../../../language/base.ts'
import { optional, required, withUse, words } from '../../../language/property.ts'

const values = required(
  '写入的值',
  '那个界面的字段各写什么：固定的值，或以 = 开头的表达式',
  { fbookid: '=id', fstates: '待审核' },
  Type.Record(Key, Value, { minProperties: 1 }),
)
const screen = required('界面', '哪个界面，要有自己的表', 'reader/borrow', DocumentId)
const Names = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 20 })

const To = Type.Object(
  {
    users: optional('用户', '账号，或以 = 开头、算出账号的表达式', ['=createBy', 'admin'], Names),
    roles: optional(
      '角色',
      '这些角色的用户，写角色编码',
      ['clerk'],
      Type.Array(Key, { minItems: 1, maxItems: 20 }),
    ),
    departs: optional('部门', '这些部门的用户，写部门编码，或以 = 开头的表达式', ['=sysOrgCode'], Names),
  },
  closed,
)

const Notify = Type.Object(
  {
    to: required('收件人', '只发给其中能打开这条记录的人', { users: ['=createBy'] }, To),
    template: optional(
      '消息模板',
      '消息模板的编码，代替 title 和 text；模板里的 ${字段} 换成记录的值',
      'borrow_due',
      Type.String({ minLength: 1, maxLength: 32 }),
    ),
    title: optional(
      '标题',
      '${字段} 换成记录的值，收件人无权看的值不写出来',
      '单据 ${fbillno} 已审核',
      withUse({ holds: 'text' }, Type.String({ minLength: 1, maxLength: 100 })),
    ),
    text: optional(
      '正文',
      '写法与 title 相同',
      '合计 ${ftotal} 元，请查看',
      withUse({ holds: 'text' }, Type.String({ minLength: 1, maxLength: 500 })),
    ),
  },
  closed,
)

const Make = Type.Object(
  {
    screen,
    values,
    each: optional('逐行', '哪个明细，每行新增一条；值里用 row.字段 读那一行', 'items', Key),
  },
  closed,
)

const Change = Type.Object(
  {
    screen,
    record: optional('记录', '算出那条记录主键的表达式', 'fbookid', Expression),
    where: optional(
      '条件',
      '代替 record：这些字段等于这些值的记录都改，最多 200 条',
      { fbillid: '=id' },
      Type.Record(Key, Value, { minProperties: 1, maxProperties: 8 }),
    ),
    values,
  },
  closed,
)

const Webhook = Type.Object(
  {
    url: required(
      '地址',
      '别的系统的地址；主机要由管理员在环境变量 WEBHOOK_HOSTS 里允许',
      'https://oa.example/hook',
      Type.String({ pattern: '^https?://[^\\s/@]+(/\\S*)?$', maxLength: 500 }),
    ),
    send: optional(
      '带上的值',
      '固定的值，或以 = 开头的表达式；不写就只带界面、主键和动作',
      { no: '=fbillno' },
      Type.Record(Key, Value, { minProperties: 1 }),
    ),
  },
  closed,
)

/** What may happen after a change of a record; an entry has exactly one of these. Code runs each of them by its name. */
export const consequences = {
  notify: optional(
    '发消息',
    '发站内消息，点开是这条记录；与保存在同一事务里',
    { to: { users: ['=createBy'] }, title: '已审核' },
    Notify,
  ),
  make: optional(
    '新增记录',
    '在别的界面新增记录，与保存在同一事务里；那边不能保存，这边也不保存',
    { screen: 'reader/borrow', values: { fbookid: '=id' } },
    Make,
  ),
  change: optional(
    '修改记录',
    '修改别的界面的记录，与保存在同一事务里；那边不能保存，这边也不保存',
    { screen: 'catalog/book', record: 'fbookid', values: { fheld: '是' } },
    Change,
  ),
  webhook: optional(
    '通知别的系统',
    '保存之后向别的系统发一个请求；不成功会再试几次，不影响保存',
    { url: 'https://oa.example/hook' },
    Webhook,
  ),
}

const occasions = {
  add: '新增',
  edit: '编辑',
  save: '新增或编辑',
  remove: '删除',
  move: '审批动作',
  date: '临近某天',
}

const Then = Type.Object(
  {
    on: required('何时', '', 'move', words(occasions)),
    move: optional('动作', 'on 写 move 时，哪个审批动作', 'audit', Key),
    field: optional('日期', 'on 写 date 时，哪个日期字段', 'fdue', Key),
    days: optional(
      '提前几天',
      'on 写 date 时，在那天之前几天；负数是过后几天，缺省 0 是当天。每天清早看一遍，一个日期只做一次',
      3,
      Type.Integer({ minimum: -365, maximum: 365 }),
    ),
    when: optional(
      '条件',
      '表达式，成立才做；before.字段 是改之前的值',
      'ftotal > 1000 and before.ftotal <= 1000',
      Expression,
    ),
    ...consequences,
  },
  closed,
)

/** What happens after changes of the records of a screen, in order. */
export const thenPart = withUse(
  { isCommon: true },
  optional(
    '之后',
    '保存、删除、审批之后还要做的事，依次做；每条写一件：notify、make、change 或 webhook',
    [{ on: 'move', move: 'audit', notify: { to: { users: ['=createBy'] }, title: '已审核' } }],
    Type.Array(Then, { minItems: 1, maxItems: 20 }),
  ),
)

export type Then = Type.Static<typeof Then>
export type ConsequenceName = keyof typeof consequences
/** The settings of a consequence. */
export type ConsequenceSettings<Name extends ConsequenceName> = NonNullable<Then[Name]>

export const consequenceNames = Object.keys(consequences) as ConsequenceName[]

/** The changes of a record that an entry is about. */
export function listOccasions({ on, move }: { on?: unknown; move?: unknown }): string[] {
  if (on === 'save') return ['add', 'edit']
  return [on === 'move' ? `move ${String(move)}` : String(on)]
}
