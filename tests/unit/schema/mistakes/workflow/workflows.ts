// biome-ignore-all lint/suspicious/noTemplateCurlyInString: titles name fields so.
import type { Mistake, Right } from '../mistake.ts'

const fields = [
  { key: 'fno', title: '编号', type: 'input' },
  { key: 'ftotal', title: '金额', type: 'inputNumber', scale: 2 },
  { key: 'fday', title: '日期', type: 'date' },
  { key: 'fhandler', title: '经办人', type: 'sel_user' },
  { key: 'fnote', title: '备注', type: 'input' },
  { key: 'fdouble', title: '两倍', type: 'inputNumber', scale: 2, compute: 'ftotal * 2' },
  { key: 'fstate', title: '状态', type: 'input', form: false },
  {
    ...{ key: 'items', title: '明细', type: 'table', table: { name: 'flow_bill_item', fk: 'fbillid' } },
    fields: [{ key: 'fname', title: '品名', type: 'input' }],
  },
]
const submit = { code: 'submit', title: '提交', from: ['草稿'], to: '审批中' }
const audit = { code: 'audit', title: '审核', from: ['审批中'], to: '已审核' }
const back = { code: 'back', title: '退回', from: ['审批中'], to: '草稿' }
const cancel = { code: 'cancel', title: '作废', from: ['审批中', '草稿'], to: '已作废' }
export const bill = (flow: object = {}, more: object = {}) => ({
  ...{ version: 2, kind: 'screen', id: 'flow/bill', title: '单据', table: { name: 'flow_bill' }, fields },
  flow: {
    ...{ field: 'fstate', initial: '草稿', editable: ['草稿'], moves: [submit, audit, back, cancel] },
    ...flow,
  },
  actions: { row: ['submit', 'audit', 'back', 'cancel'] },
  ...more,
})
export const screens = [bill()]
export const head = { key: 'head', title: '负责人', type: 'approve', to: { heads: 1 } }
export const workflow = (more: object = {}, steps: readonly object[] = [head]) => ({
  ...{ version: 2, kind: 'workflow', id: 'flow/way', title: '单据审批', screen: 'flow/bill' },
  ...{ caseTitle: '单据 ${fno}', start: 'submit', pass: 'audit', back: 'back', steps },
  ...more,
})
/** A workflow whose second step is of another type. */
export const withStep = (step: object) => workflow({}, [head, { key: 'next', title: '下一步', ...step }])
const approving = (words: object) => withStep({ type: 'approve', to: { heads: 2 }, ...words })
const people = (to: object) => withStep({ type: 'approve', to })
const branches = (...list: readonly object[]) => withStep({ type: 'branch', branches: list })
const acting = (what: object) => withStep({ type: 'act', ...what })
const other = (more: object = {}) => workflow({ id: 'flow/other', title: '另一份', ...more })

/** A step inside as many branches. */
export const nested = (depth: number): object =>
  depth === 0
    ? { ...head, key: 'inner' }
    : {
        ...{ key: `b${depth}`, title: '分支', type: 'branch' },
        branches: [
          { title: '大的', when: `ftotal > ${depth}`, steps: [nested(depth - 1)] },
          { title: '其他' },
        ],
      }

const inFlow = (name: string, flow: object, path: string, remedy: string, more: object = {}): Mistake => [
  name,
  workflow(more),
  path,
  remedy,
  [bill(flow)],
]
const wrong = (name: string, document: object, path: string, remedy: string): Mistake => [
  name,
  document,
  path,
  remedy,
  screens,
]

const ofScreen: readonly Mistake[] = [
  wrong('a screen that no document has', workflow({ screen: 'flow/bil' }), '/screen', 'flow/bill'),
  [
    'a screen without approval',
    workflow(),
    '/screen',
    '请先在那里写 flow',
    [{ ...bill({}, { actions: {} }), flow: undefined }],
  ],
  [
    'an overlay',
    workflow({ screen: 'flow/over' }),
    '/screen',
    '请写它改自的界面「flow/bill」',
    [
      ...screens,
      {
        version: 2,
        kind: 'screen',
        id: 'flow/over',
        title: '另一面',
        extends: 'flow/bill',
        perm: 'flow:bill',
      },
    ],
  ],
  [
    'a second workflow without a condition',
    workflow(),
    '/screen',
    '请给其中一份写 when',
    [...screens, other()],
  ],
  [
    'two workflows with one condition',
    workflow({ when: 'ftotal > 5' }),
    '/when',
    '请改其中一份',
    [...screens, other({ when: 'ftotal > 5' })],
  ],
  wrong('a condition that names no field', workflow({ when: 'ftota > 5' }), '/when', 'ftotal'),
  wrong('a condition that is a number', workflow({ when: 'ftotal' }), '/when', '请写成比较'),
  wrong('a condition that always holds', workflow({ when: '1 == 1' }), '/when', '请改成看字段的条件'),
  wrong('a title that names no field', workflow({ caseTitle: '单据 ${fnoo}' }), '/caseTitle', 'fno'),
  wrong('a title that names a detail', workflow({ caseTitle: '${items}' }), '/caseTitle', '请换一个字段'),
]

const ofMoves: readonly Mistake[] = [
  wrong('a start that is no move', workflow({ start: 'submitt' }), '/start', 'submit'),
  wrong('a pass that is no move', workflow({ pass: 'audi' }), '/pass', 'audit'),
  wrong('a stop that is no move', workflow({ stop: 'cancle' }), '/stop', 'cancel'),
  wrong('one move for two purposes', workflow({ back: 'audit' }), '/back', '请换一个'),
  wrong('a stop that is the pass', workflow({ stop: 'audit' }), '/stop', '请换一个'),
  inFlow(
    'a start that leads to an editable state',
    { editable: ['草稿', '审批中'] },
    '/start',
    '里面没有「审批中」',
  ),
  inFlow(
    'a start of a screen whose states are all editable',
    { editable: undefined },
    '/start',
    'flow.editable',
  ),
  inFlow(
    'a start that leads to the initial state',
    {
      moves: [
        { ...submit, to: '草稿', from: ['审批中'] },
        { ...audit, from: ['草稿'] },
        { ...back, to: '审批中', from: ['草稿'] },
        { ...cancel, to: '审批中' },
      ],
      editable: ['审批中'],
    },
    '/start',
    '请换一个动作',
  ),
  inFlow(
    'a pass from another state',
    { moves: [submit, { ...audit, from: ['草稿'] }, back, cancel] },
    '/pass',
    '给它的 from 加上「审批中」',
  ),
  inFlow(
    'a stop from another state',
    { moves: [submit, audit, back, { ...cancel, from: ['草稿'] }] },
    '/stop',
    '给它的 from 加上「审批中」',
    { stop: 'cancel' },
  ),
  inFlow(
    'a pass that stays in the state',
    { moves: [submit, { ...audit, to: '审批中' }, back, cancel] },
    '/pass',
    '请换一个动作',
  ),
  wrong(
    'a way back after which nobody submits again',
    workflow({ back: 'cancel' }),
    '/back',
    'from 加上「已作废」',
  ),
  inFlow(
    'a way back to a state that is not editable',
    {
      moves: [{ ...submit, from: ['草稿', '退回'] }, audit, { ...back, to: '退回' }, cancel],
    },
    '/back',
    'flow.editable 里加上「退回」',
  ),
  inFlow(
    'a pass that asks for a text',
    { moves: [submit, { ...audit, ask: { key: 'fnote', title: '意见', required: true } }, back, cancel] },
    '/pass',
    '请在「flow/bill」里去掉 ask.required',
  ),
]

const ofSteps: readonly Mistake[] = [
  wrong(
    'two steps with one key',
    workflow({}, [head, { ...head, title: '又一个' }]),
    '/steps/1/key',
    '请换一个',
  ),
  wrong(
    'a key that a branch has as well',
    branches({ title: '大的', when: 'ftotal > 5', steps: [head] }, { title: '其他' }),
    '/steps/1/branches/0/steps/0/key',
    '请换一个',
  ),
  wrong(
    'too many steps',
    workflow({}, [
      ...Array.from({ length: 49 }, (_, at) => ({ ...head, key: `a${at}` })),
      {
        ...{ key: 'p', title: '并行', type: 'parallel' },
        branches: ['b', 'c'].map((name) => ({
          title: name,
          steps: Array.from({ length: 26 }, (_, at) => ({ ...head, key: `${name}${at}` })),
        })),
      },
    ]),
    '/steps',
    '请分成几份流程',
  ),
  wrong(
    'steps in which nobody decides',
    workflow({}, [{ ...head, type: 'copy' }]),
    '/steps',
    '"type": "approve"',
  ),
  wrong(
    'branches that are nested too deep',
    workflow({}, [nested(7)]),
    `/steps/0${'/branches/0/steps/0'.repeat(7)}`,
    '请分成几份流程',
  ),
  wrong(
    'two hundred nested branches',
    workflow({}, [nested(200)]),
    `/steps/0${'/branches/0/steps/0'.repeat(7)}/branches/0`,
    '不能超过 32 层',
  ),
  wrong(
    'a type of steps that does not exist',
    withStep({ type: 'aprove', to: { heads: 1 } }),
    '/steps/1/type',
    'approve',
  ),
  wrong('an approval without people', withStep({ type: 'approve' }), '/steps/1', '"to": { "heads": 1 }'),
  wrong('a copy without people', withStep({ type: 'copy' }), '/steps/1', '"to": { "heads": 1 }'),
  wrong('a step to nobody', people({}), '/steps/1/to', 'users、roles、positions'),
  wrong('levels without the first', people({ upTo: 3, roles: ['clerk'] }), '/steps/1/to/upTo', '"heads": 1'),
  wrong('levels that end before they begin', people({ heads: 3, upTo: 2 }), '/steps/1/to/upTo', '请改大'),
  wrong(
    'people who are also informed by words of approval',
    withStep({ type: 'copy', to: { heads: 1 }, how: 'all' }),
    '/steps/1/how',
    '请删去，或改 type',
  ),
  wrong(
    'branches of an approval',
    approving({ branches: [{ title: '甲' }, { title: '乙' }] }),
    '/steps/1/branches',
    'branch（条件分支）',
  ),
  wrong(
    'people of a wait',
    withStep({ type: 'wait', until: 'fday', to: { heads: 1 } }),
    '/steps/1/to',
    '请删去，或改 type',
  ),
  wrong('a share without its number', approving({ how: 'share' }), '/steps/1', '"share": 60'),
  wrong('a share of another way', approving({ how: 'all', share: 60 }), '/steps/1/share', '"how": "share"'),
  wrong(
    'a form without fields',
    withStep({ type: 'fill', to: { heads: 1 } }),
    '/steps/1',
    '请把 type 改成 approve',
  ),
  wrong('a wait without a day', withStep({ type: 'wait' }), '/steps/1', '"until": "fdate"'),
  wrong(
    'a wait until a number',
    withStep({ type: 'wait', until: 'ftotal + 1' }),
    '/steps/1/until',
    '请写日期字段',
  ),
  wrong(
    'a wait until a field that is missing',
    withStep({ type: 'wait', until: 'fdai' }),
    '/steps/1/until',
    'fday',
  ),
]

const ofBranches: readonly Mistake[] = [
  wrong('a branch without branches', withStep({ type: 'branch' }), '/steps/1', '至少两支'),
  wrong(
    'a branch without a condition',
    branches({ title: '大的' }, { title: '其他' }),
    '/steps/1/branches/0',
    '请放在最后',
  ),
  wrong(
    'a last branch with a condition',
    branches({ title: '大的', when: 'ftotal > 5' }, { title: '小的', when: 'ftotal <= 5' }),
    '/steps/1/branches/1/when',
    '请删去，或在后面加一支',
  ),
  wrong(
    'a condition of an earlier branch',
    branches(
      { title: '大的', when: 'ftotal > 5' },
      { title: '又是', when: ' ftotal  > 5' },
      { title: '其他' },
    ),
    '/steps/1/branches/1/when',
    '请改条件，或删去这一支',
  ),
  wrong(
    'a condition that never holds',
    branches({ title: '大的', when: 'false' }, { title: '其他' }),
    '/steps/1/branches/0/when',
    '永远走不到',
  ),
  wrong(
    'a condition that is a text',
    branches({ title: '大的', when: "concat('大', fno)" }, { title: '其他' }),
    '/steps/1/branches/0/when',
    '请写成比较',
  ),
  wrong(
    'a condition that reads a row',
    branches({ title: '大的', when: "row.fname == '甲'" }, { title: '其他' }),
    '/steps/1/branches/0/when',
    'row.fname',
  ),
  wrong(
    'a condition of a parallel branch',
    withStep({ type: 'parallel', branches: [{ title: '甲', when: 'ftotal > 5' }, { title: '乙' }] }),
    '/steps/1/branches/0/when',
    '请删去 when',
  ),
]

const ofRecords: readonly Mistake[] = [
  wrong('a field to write that is missing', approving({ write: ['fnotee'] }), '/steps/1/write/0', 'fnote'),
  wrong('a formula to write', approving({ write: ['fdouble'] }), '/steps/1/write/0', '由公式算出'),
  wrong('a state to write', approving({ write: ['fstate'] }), '/steps/1/write/0', '请删去'),
  wrong('a detail to write', approving({ write: ['items'] }), '/steps/1/write/0', '是明细'),
  wrong('a system column to write', approving({ write: ['createBy'] }), '/steps/1/write/0', '由系统写入'),
  wrong('a field to hide that is missing', approving({ hidden: ['fnotee'] }), '/steps/1/hidden/0', 'fnote'),
  wrong('a state to hide', approving({ hidden: ['fstate'] }), '/steps/1/hidden/0', '是流程的状态'),
  wrong('a system column to hide', approving({ hidden: ['createBy'] }), '/steps/1/hidden/0', '不能隐藏'),
  wrong(
    'a field to write that is hidden',
    approving({ write: ['fnote'], hidden: ['ftotal', 'fnote'] }),
    '/steps/1/hidden/1',
    '请从 write 或 hidden 里删去',
  ),
  wrong('a field of the title to hide', approving({ hidden: ['fno'] }), '/steps/1/hidden/0', 'caseTitle'),
  wrong(
    'hidden fields of a wait',
    withStep({ type: 'wait', until: 'fday', hidden: ['fnote'] }),
    '/steps/1/hidden',
    '请删去，或改 type',
  ),
  wrong(
    'a user from a field that is missing',
    people({ users: ['=fhandle'] }),
    '/steps/1/to/users/0',
    'fhandler',
  ),
  wrong(
    'a user from a number',
    people({ users: ['admin', '=ftotal * 2'] }),
    '/steps/1/to/users/1',
    '=createBy',
  ),
  wrong(
    'a user without the sign of an expression',
    people({ users: ['user.username'] }),
    '/steps/1/to/users/0',
    '=user.username',
  ),
  wrong('an act that does nothing', acting({}), '/steps/1', 'notify、make、change'),
  wrong(
    'an act that does two things',
    acting({
      notify: { to: { users: ['=createBy'] }, title: '好了' },
      webhook: { url: 'https://oa.example/hook' },
    }),
    '/steps/1',
    '分成几条',
  ),
  wrong(
    'an act of an approval',
    approving({ webhook: { url: 'https://oa.example/hook' } }),
    '/steps/1/webhook',
    'act（自动执行）',
  ),
  wrong(
    'an act that writes a field that is missing',
    acting({ make: { screen: 'flow/bill', values: { fnoo: '1' } } }),
    '/steps/1/make/values/fnoo',
    'fno',
  ),
  wrong(
    'an act that changes the record on its way',
    acting({ change: { screen: 'flow/bill', record: 'id', values: { fnote: '好' } } }),
    '/steps/1/change/screen',
    'write',
  ),
]

/** Mistakes in workflows. */
export const workflowMistakes: readonly Mistake[] = [
  ...ofScreen,
  ...ofMoves,
  ...ofSteps,
  ...ofBranches,
  ...ofRecords,
]

export const rightWorkflows: readonly Right[] = [
  ['one step', workflow(), screens],
  ['a way out of its own', workflow({ stop: 'cancel', when: 'ftotal > 5' }), [...screens, other()]],
  ['six nested branches', workflow({}, [nested(6)]), screens],
  [
    'every type of step',
    workflow({ stop: 'back', category: 'oa' }, [
      { ...head, to: { heads: 1, upTo: 3 }, how: 'turn', starter: 'raise', again: 'pass' },
      {
        ...{ key: 'fill', title: '填写', type: 'fill', write: ['fnote'] },
        to: { users: ['=fhandler', 'admin'], roles: ['clerk'], positions: ['keeper'] },
        ...{ how: 'share', share: 60, nobody: 'refuse', passText: '填好了', refuses: false, opinion: true },
        limit: { hours: 0.5, act: 'pass' },
      },
      { key: 'wait', title: '到日期', type: 'wait', until: 'addMonths(fday, 1)' },
      {
        ...{ key: 'both', title: '并行', type: 'parallel' },
        branches: [{ title: '甲', steps: [{ ...head, key: 'one' }] }, { title: '乙' }],
      },
      {
        ...{ key: 'day', title: '分支', type: 'branch' },
        branches: [{ title: '过期', when: 'fday < today()', steps: [] }, { title: '其他' }],
      },
      { key: 'tell', title: '抄送', type: 'copy', to: { users: ['=createBy'] }, hidden: ['ftotal', 'items'] },
      {
        ...{ key: 'act', title: '通知', type: 'act' },
        notify: { to: { users: ['=fhandler'] }, title: '${fno} 走完了' },
      },
    ]),
    screens,
  ],
]
