import Type from 'typebox'
import { Code, closed, Key, Text, Value } from './base.ts'
import { tagColor } from './field-views.ts'
import { post, reverse } from './posting.ts'
import { optional, required, withUse } from './property.ts'

const oneMove = [{ code: 'audit', title: '审核', from: ['待审核'], to: '已审核' }]

const isState = { offers: 'states' } as const

const Ask = Type.Object(
  {
    key: required('字段', '填的话写入哪个字段；fields 里没有写的自动有', 'fopinion', Key),
    title: required('标题', '填写框的标题', '驳回意见', Text),
    required: optional('必填', '不填不能执行', true, Type.Boolean()),
  },
  closed,
)

const Move = Type.Object(
  {
    code: required('编码', '动作的词；权限编码是 {perm}:编码', 'audit', Key),
    title: required('名称', '按钮上的字', '审核', Text),
    from: withUse(
      isState,
      required('从', '从哪些状态', ['待审核'], Type.Array(Type.String(), { minItems: 1 })),
    ),
    to: withUse(isState, required('到', '到哪个状态', '已审核', Type.String())),
    confirm: optional('确认的话', '执行前问一句', '确定审核吗？', Text),
    ask: optional(
      '要填的话',
      '执行前请人填写，写入记录',
      { key: 'fopinion', title: '驳回意见', required: true },
      Ask,
    ),
    batch: optional('可批量', '可对勾选的各行执行', true, Type.Boolean()),
    effect: optional('效果', '登记过的效果，与状态一起生效', 'bill.log', Code),
    post,
    reverse,
    set: optional(
      '顺便写入',
      '同时写入的字段；写 =user.realname、=user.username、=now()、=today() 的，fields 里没有写也自动有',
      { fauditor: '=user.realname' },
      Type.Record(Key, Value),
    ),
    deny: optional('拒绝的话', '状态不对时说的话', '选中数据有已审核数据，单据无法提交！', Text),
    done: optional('做完的话', '做完后说的话，缺省是动作的名称加「成功」', '该系统通知发布成功', Text),
  },
  closed,
)

const State = Type.Object(
  {
    value: required('状态', '存的值，也是显示的字', '待审核', Type.String({ minLength: 1 })),
    color: tagColor,
  },
  closed,
)

const Flow = Type.Object(
  {
    field: required(
      '状态字段',
      '存状态的字段；fields 里没有写的，自动有：名称「状态」，列表里显示，可以查询',
      'fstates',
      Key,
    ),
    states: optional(
      '状态',
      '有哪些状态，按次序，各是什么颜色；fields 里写了状态字段的不用写；不写就是 initial 和各个动作的 to',
      [{ value: '待审核', color: 'orange' }],
      Type.Array(State, { minItems: 1 }),
    ),
    initial: withUse(isState, required('初始状态', '新增时的状态', '待审核', Type.String())),
    editable: withUse(
      isState,
      optional('可改的状态', '哪些状态下可以编辑、删除', ['待审核'], Type.Array(Type.String())),
    ),
    moves: required('动作', '从哪些状态到哪个状态', oneMove, Type.Array(Move, { minItems: 1 })),
  },
  closed,
)

/** The approval of a screen: states and the moves between them. */
export const flow = withUse(
  { isCommon: true },
  optional('审批', '状态和动作', { field: 'fstates', initial: '待审核', moves: oneMove }, Flow),
)

export type Flow = Type.Static<typeof Flow>
export type Move = Type.Static<typeof Move>
