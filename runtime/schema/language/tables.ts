import Type from 'typebox'
import { closed, DocumentId, Key, Text, Value } from './base.ts'
import { optional, required, withUse, words } from './property.ts'

const TableName = Type.String({ pattern: '^[a-z][a-z0-9_]{0,59}$' })
const name = required('表名', '小写字母、数字、下划线', 'stk_in_bill', TableName)

const renamedFrom = optional(
  '旧的表名',
  '改名时写旧的表名，数据不丢，发布时用到它的地方跟着改',
  'stk_old_bill',
  TableName,
)

/** PostgreSQL's indexes have at most 32 columns. */
const IndexKeys = Type.Array(Key, { minItems: 1, maxItems: 32, uniqueItems: true })
const Index = Type.Object(
  {
    fields: required('字段', '索引的字段', ['fdate'], IndexKeys),
    unique: optional('不重复', '几个字段合起来不重复', true, Type.Boolean()),
    name: optional('名字', '索引的名字', 'stk_in_bill_day', TableName),
  },
  closed,
)

/** At most so many records with the same values, of those that the condition selects and whose periods overlap. */
const Limit = Type.Object(
  {
    fields: optional(
      '字段',
      '这些字段的值相同的记录算作一组；有空值的记录不算。不写就是整张表一组',
      ['froom'],
      Type.Array(Key, { minItems: 1, maxItems: 8, uniqueItems: true }),
    ),
    period: optional(
      '起止',
      '起和止两个字段，只算时段有重叠的记录；日期含首尾两天，时间不含止的那一刻；空的一端没有界限',
      ['fbegin', 'fend'],
      Type.Array(Key, { minItems: 2, maxItems: 2 }),
    ),
    max: optional('最多', '一组里最多几条，缺省 1', 1, Type.Integer({ minimum: 1, maximum: 100_000 })),
    where: optional(
      '条件',
      '表达式，只算成立的记录；只能写比较，以及 and、or、not、in',
      "fstates != '已作废'",
      Text,
    ),
    message: optional('提示', '拒绝保存时说的话', '该时段已被预约', Text),
  },
  closed,
)

/** The table of a screen. */
export const table = withUse(
  { isCommon: true },
  required(
    '表',
    '存数据的表',
    { name: 'stk_in_bill' },
    Type.Object(
      {
        name,
        renamedFrom,
        softDelete: optional('删除只作标记', '删除的记录留在表里', true, Type.Boolean()),
        tenant: optional(
          '按租户隔离',
          '每条记录属于新增时所在的租户，别的租户看不到也改不了',
          true,
          Type.Boolean(),
        ),
        derived: optional(
          '由效果写入',
          '只由动作效果和记账写入，例如账的余额；没有新增、编辑、删除按钮，服务器拒绝手工增改删',
          true,
          Type.Boolean(),
        ),
        entries: optional(
          '账的明细',
          '每行是一本账的一笔，只由审批动作的 post 和 reverse 写入；自动有字段：日期 entryDate、单据 source、来源行 sourceRow、冲销的是哪一笔 reverses',
          true,
          Type.Boolean(),
        ),
        about: optional(
          '说的是哪条记录',
          '每行说的是别的界面的一条记录，看得到那条记录的人才看得到这行：table 存它的表名，id 存它的主键',
          { table: 'dataTable', id: 'dataId' },
          Type.Object(
            {
              table: required('表名的字段', '哪个字段存那条记录的表名', 'dataTable', Key),
              id: required('主键的字段', '哪个字段存那条记录的主键', 'dataId', Key),
            },
            closed,
          ),
        ),
        refersTo: optional(
          '写着哪些记录',
          '哪个字段写着别的界面的记录，形如「界面:主键,主键」；列表在这一列显示它们的编号，能打开的带链接',
          'target',
          Key,
        ),
        id: optional(
          '主键',
          '缺省 snowflake',
          'uuid',
          words({ snowflake: '按时间递增的数字', uuid: '随机的 UUID' }),
        ),
        partition: optional(
          '按月分区',
          '记录上千万时用。写 id：按主键里的时间每月一个分区；写存别的记录主键的字段：和那条记录在同一个月。不重复的字段和索引要含有它',
          'id',
          Key,
        ),
        indexes: optional(
          '索引',
          '每条索引列出它的字段；要命名、要求不重复的另设',
          [['fdate', 'fstates']],
          Type.Array(Type.Union([IndexKeys, Index])),
        ),
        limits: optional(
          '限数',
          '记录之间的限制：某个条件下不重复、时段不重叠、一个时段最多几条；同时保存的也算在内',
          [{ fields: ['froom'], period: ['fbegin', 'fend'] }],
          Type.Array(Limit, { maxItems: 20 }),
        ),
      },
      closed,
    ),
  ),
)

/** The table of detail rows: `fk` refers to the record; `order` is the position of a row, from 1. */
export const DetailTable = Type.Object(
  {
    name,
    renamedFrom,
    fk: required('归属列', '存表头主键的列', 'fbillid', Key),
    ref: optional('表头的键', '归属列对应表头的哪个键，缺省 id', 'id', Key),
    order: optional('次序列', '存行的次序，从 1 起，缺省 orderNum', 'orderNum', Key),
  },
  closed,
)

/** Detail rows that form a tree by the id of the parent row; `text` is the column with the arrows. */
export const DetailTree = Type.Object(
  {
    parent: required('上级字段', '存上级行主键的字段，类型写 hidden', 'pid', Key),
    text: optional('缩进的列', '哪一列带箭头，缺省第一列', 'fname', Key),
  },
  closed,
)

/** The records of another screen that belong to one record or to one detail row. */
export const definePane = (pane: {
  title: readonly [description: string, example: string]
  screen: string
  bind: readonly [description: string, example: Record<string, string>]
}) =>
  Type.Object(
    {
      title: required('名称', ...pane.title, Text),
      screen: required('界面', '哪个界面', pane.screen, DocumentId),
      bind: required('对应', ...pane.bind, Type.Record(Key, Value, { minProperties: 1 })),
    },
    closed,
  )

export type Limit = Type.Static<typeof Limit>
export type DetailTree = Type.Static<typeof DetailTree>
export type Pane = Type.Static<ReturnType<typeof definePane>>
