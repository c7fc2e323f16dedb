import Type from 'typebox'
import { closed, Key, Keys, Text } from '../../../language/base.ts'
import { optional, required, withUse } from '../../../language/property.ts'

const LongText = Type.String({ minLength: 1, maxLength: 2000 })
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** Days for which the link to the state of a submission works, where the document sets none. */
export const DEFAULT_STATE_DAYS = 90
/** Submissions of an address in an hour, and of a form on a day, where the document sets none. */
export const DEFAULT_PER_ADDRESS = 10
export const DEFAULT_PER_DAY = 200

const State = Type.Object(
  {
    fields: required('字段', '凭链接看得到哪些字段，如状态和答复', ['fstates', 'freply'], Keys),
    days: optional(
      '天数',
      `链接几天后失效，缺省 ${DEFAULT_STATE_DAYS}`,
      30,
      Type.Integer({ minimum: 1, maximum: 730 }),
    ),
  },
  closed,
)

const Limits = Type.Object(
  {
    address: optional(
      '每个网络地址',
      `一个网络地址一小时最多提交几份，缺省 ${DEFAULT_PER_ADDRESS}`,
      5,
      Type.Integer({ minimum: 1, maximum: 1000 }),
    ),
    day: optional(
      '每天',
      `一天最多收几份，缺省 ${DEFAULT_PER_DAY}；满了就请人明天再来`,
      50,
      Type.Integer({ minimum: 1, maximum: 100_000 }),
    ),
  },
  closed,
)

const Public = Type.Object(
  {
    fields: required(
      '字段',
      '外人填哪些字段、按什么次序；没有写到的都不公开',
      ['fname', 'ftel', 'fnote'],
      Keys,
    ),
    receipt: required('受理编号', '提交后告诉外人的编号：哪个自动编号的字段', 'fbillno', Key),
    choices: optional(
      '公开的选项',
      '选项取自字典的字段：写在这里，字典的选项就让所有人看到',
      ['fkind'],
      Keys,
    ),
    title: optional('标题', '缺省是界面的名称', '读者证申请', Text),
    intro: optional('说明', '写在表单上方的话', '请如实填写，三个工作日内答复', LongText),
    done: optional('提交之后', '提交之后说的话', '已收到您的申请', LongText),
    state: optional(
      '进度页',
      '提交后得到一个秘密的链接，凭它看进度；不写就没有',
      { fields: ['fstates'] },
      State,
    ),
    opens: optional('开始', '从这一天起可以填', '2026-12-01', Day),
    closes: optional('截止', '到这一天为止，当天还可以填', '2026-12-31', Day),
    limits: optional('限数', '防止被人灌满', { day: 50 }, Limits),
    tenant: optional(
      '租户',
      '表按租户隔离的，收到的记录归哪个租户',
      1000,
      Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
    ),
  },
  closed,
)

/** The form of a screen that people without an account fill in. */
export const publicPart = withUse(
  { isCommon: true },
  optional(
    '公开表单',
    '不登录就能填的表单，地址是 /public/ 加文档编号；填好的就是这个界面的新记录',
    { fields: ['fname', 'ftel'], receipt: 'fbillno', state: { fields: ['fstates'] } },
    Public,
  ),
)

export type PublicForm = Type.Static<typeof Public>
