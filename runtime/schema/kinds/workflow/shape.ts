// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts name fields so.
import Type from 'typebox'
import { closed, DocumentId, Expression, Key, Keys, RoleCodes, Text } from '../../language/base.ts'
import { documentHead } from '../../language/document.ts'
import { optional, required, withUse, words } from '../../language/property.ts'
import { consequences } from '../screen/then/shapes.ts'

const isCommon = { isCommon: true } as const

const oneStep = [{ key: 'head', type: 'approve', title: '部门负责人审批', to: { heads: 1 } }]

const People = Type.Object(
  {
    users: optional(
      '用户',
      '账号，或以 = 开头、算出账号的表达式',
      ['admin', '=fhandler'],
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 50 }),
    ),
    roles: optional('角色', '这些角色的用户，写角色编码', ['clerk'], RoleCodes),
    positions: optional(
      '岗位',
      '这些岗位的用户，写岗位编码',
      ['finance'],
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 20 }),
    ),
    heads: optional(
      '部门负责人',
      '从发起人的部门往上数：1 是本部门的负责人，2 是上一级部门的',
      1,
      Type.Integer({ minimum: 1, maximum: 10 }),
    ),
    upTo: optional(
      '逐级到',
      '从 heads 那一级起，一级一级往上审到第几级',
      3,
      Type.Integer({ minimum: 2, maximum: 10 }),
    ),
  },
  closed,
)

const Limit = Type.Object(
  {
    hours: required('小时', '从到达起多少小时', 24, Type.Number({ minimum: 0.1, maximum: 8760 })),
    act: required(
      '到时',
      '',
      'remind',
      words({ remind: '催办', pass: '自动通过', raise: '转给上一级负责人' }),
    ),
  },
  closed,
)

/** What of a step with people may be said beside them. */
const approval = {
  to: optional('办理人', '谁来办；几样一起写的，取全部', { heads: 1 }, People),
  how: optional(
    '几个人时',
    '缺省 any',
    'all',
    words({ any: '一人办理即可', all: '全部同意', turn: '依次办理', share: '达到比例' }, 'any'),
  ),
  share: optional(
    '比例%',
    'how 写 share 时，同意的人达到百分之几就通过',
    60,
    Type.Integer({ minimum: 1, maximum: 100 }),
  ),
  nobody: optional(
    '没有人时',
    '办理人一个也没有时；缺省 admin',
    'pass',
    words({ admin: '交给管理员', pass: '自动通过', refuse: '不让提交' }, 'admin'),
  ),
  starter: optional(
    '是发起人时',
    '办理人是发起人本人时；缺省 keep',
    'pass',
    words({ keep: '由他自己办', pass: '自动通过', raise: '转给上一级负责人' }, 'keep'),
  ),
  again: optional(
    '前面办过时',
    '同一个人在前面的步骤已经同意过；缺省 keep',
    'pass',
    words({ keep: '再办一次', pass: '自动通过' }, 'keep'),
  ),
  write: optional('可改的字段', '办理时可以改哪些字段，明细不可以', ['fnote'], Keys),
  hidden: optional('不显示的字段', '办理、查看时不显示哪些字段，明细也可以', ['fprice'], Keys),
  passText: optional('同意的字', '按钮上的字，缺省「同意」', '验收合格', Text),
  refuses: optional(
    '可退回',
    '能不能退回；缺省可以退给发起人和经过的步骤',
    false,
    Type.Boolean({ default: true }),
  ),
  opinion: optional('必填意见', '同意也要写意见；退回总是要写', true, Type.Boolean()),
  limit: optional('时限', '过了时间怎么办', { hours: 24, act: 'remind' }, Limit),
}

/** The types of steps. */
export const stepTitles = {
  approve: '审批',
  fill: '填写',
  copy: '抄送',
  branch: '条件分支',
  parallel: '并行',
  wait: '等待',
  act: '自动执行',
  sub: '子流程',
} as const

export type StepType = keyof typeof stepTitles

/** What a step of each type may have beside `stepHead`. */
export const stepWords: Readonly<Record<StepType, readonly string[]>> = {
  approve: Object.keys(approval),
  fill: Object.keys(approval),
  copy: ['to', 'hidden'],
  branch: ['branches'],
  parallel: ['branches'],
  wait: ['until'],
  act: Object.keys(consequences),
  sub: ['workflow'],
}

export const stepHead = {
  key: required('编码', '在这份流程里不重复', 'head', Key),
  title: required('名称', '显示给人看的名称', '部门负责人审批', Text),
}

const Branch = {
  title: required('名称', '这一支的名称', '一万元以上', Text),
  when: optional(
    '条件',
    '表达式，成立走这一支；条件分支的最后一支不写，别的都不成立时走',
    'ftotal >= 10000',
    Expression,
  ),
  steps: optional('步骤', '依次的步骤，可以没有', oneStep, Type.Array(Type.Ref('Step'), { maxItems: 50 })),
}

/**
 * The steps of a workflow run one after another. A `branch` runs the first of its branches whose condition holds, the last one
 * has none; `parallel` runs all of its branches and goes on when all have ended. In the place of `sub` run the steps of another
 * workflow (`expandWorkflow`).
 */
const Step = Type.Cyclic(
  {
    Step: Type.Object(
      {
        ...stepHead,
        type: required('种类', '', 'approve', words(stepTitles)),
        ...approval,
        until: optional('等到', 'type 写 wait 时，算出日期的表达式；到那天零点往下走', 'fdate', Expression),
        workflow: optional(
          '子流程',
          'type 写 sub 时，同一个界面的另一份流程：它的步骤放在这里走',
          'bill/purchase-check',
          DocumentId,
        ),
        // What a step of type `act` does: exactly one of them.
        ...consequences,
        branches: optional(
          '分支',
          'type 写 branch、parallel 时，至少两支',
          [{ title: '一万元以上', when: 'ftotal >= 10000', steps: oneStep }, { title: '其他' }],
          Type.Array(Type.Object(Branch, closed), { minItems: 2, maxItems: 20 }),
        ),
      },
      closed,
    ),
  },
  'Step',
)

/** A workflow: the way of a record of a screen from the move that submits it to the move that ends it. */
export const WorkflowDocument = Type.Object(
  {
    ...documentHead('workflow'),
    screen: withUse(
      isCommon,
      required('界面', '哪个界面的记录走这个流程，要有审批（flow）', 'bill/purchase', DocumentId),
    ),
    category: withUse(
      isCommon,
      optional(
        '分类',
        '缺省 business',
        'oa',
        words({ oa: 'OA办公', business: '业务办理', test: '测试流程' }, 'business'),
      ),
    ),
    caseTitle: withUse(
      { isCommon: true, holds: 'text' },
      required(
        '标题',
        '待办里显示的一句话；${字段} 换成记录的值',
        '${fbillno} ${fsupplier}',
        Type.String({ minLength: 1, maxLength: 100 }),
      ),
    ),
    when: withUse(
      isCommon,
      optional('条件', '表达式，成立才走这个流程；不成立的照旧由人审核', 'ftotal > 0', Expression),
    ),
    start: withUse(
      isCommon,
      required('提交的动作', '界面的哪个审批动作提交流程；它到的状态不能修改', 'submit', Key),
    ),
    pass: withUse(isCommon, required('通过的动作', '走完以后由流程执行界面的哪个动作', 'audit', Key)),
    back: withUse(
      isCommon,
      required('退回的动作', '退回发起人、撤回时由流程执行界面的哪个动作', 'back', Key),
    ),
    stop: withUse(
      isCommon,
      optional('终止的动作', '管理员终止时由流程执行界面的哪个动作；不写用 back', 'void', Key),
    ),
    steps: withUse(
      isCommon,
      required('步骤', '依次的步骤', oneStep, Type.Array(Step, { minItems: 1, maxItems: 100 })),
    ),
  },
  closed,
)

export type WorkflowDocument = Type.Static<typeof WorkflowDocument>
export type WorkflowStep = Type.Static<typeof Step>
export type StepPeople = Type.Static<typeof People>
