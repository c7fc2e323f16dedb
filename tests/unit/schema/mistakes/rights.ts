import { type Mistake, panel, type Right, report, screen } from './mistake.ts'
import { field } from './mistaken-document.ts'

const text = field({ type: 'input' })
const states = field({ key: 'fstate', type: 'input' })
const flow = (actions: object | undefined, move: object = {}) => ({
  flow: {
    field: 'fstate',
    initial: '一',
    moves: [{ code: 'audit', title: '审核', from: ['一'], to: '二', ...move }],
  },
  ...(actions ? { actions } : {}),
})
const approved = (move: object, rest: readonly object[] = []) =>
  screen([states, ...rest], flow({ row: ['audit'] }, move))
const other = { ...screen([]), id: 'stock/other', perm: 'stock:trial', table: { name: 'stk_other' } }
const overlay = (more: object) => ({
  version: 2,
  kind: 'screen',
  id: 'stock/trial-view',
  title: '另一个',
  extends: 'stock/in-bill',
  ...more,
})
const source = { screen: 'stock/in-bill' }

const rule = (more: object) => screen([], { rowRules: [{ name: '非空', where: "fname != ''", ...more }] })
const roleRule = (roles: unknown) => rule({ roles })

const ruled = (rules: unknown, access: object = {}, more: object = {}) =>
  screen([states, field({ type: 'input', access: { rules, ...access }, ...more })], flow({ row: ['audit'] }))
const hidden = { allow: 'hidden' }
const clerk = { roles: ['clerk'] }
const needed = { validateRules: [{ required: true }] }
const place = '/fields/2/access'

/** Rights that another document has or nobody brings, and moves that nobody can run. */
export const rightMistakes: readonly Mistake[] = [
  ['the rights of another screen', screen([], { perm: 'stock:in' }), '/perm', '请写 extends'],
  [
    'the rights that follow from the id of another',
    screen([], { perm: 'base:goods' }),
    '/perm',
    '文档 base/goods',
  ],
  ['the own rights, which another screen has taken', screen([]), '/id', '请换一个前缀', [other]],
  ['the rights of a screen in a report', report([], { perm: 'stock:in' }), '/perm', '文档 stock/in-bill'],
  [
    'an overlay with the rights of a third screen',
    overlay({ perm: 'base:goods' }),
    '/perm',
    '文档 base/goods',
  ],
  [
    'a panel for a list that nobody has',
    panel({ source }, { needs: 'stock:inn:list' }),
    '/needs',
    'stock:in:list',
  ],
  [
    'a panel for a verb that a report does not have',
    panel({ source }, { needs: 'base:goodz:export' }),
    '/needs',
    'base:goods:export',
  ],
  [
    'a block for a list that nobody has',
    panel({ source, needs: 'stock:in:lst' }),
    '/blocks/0/needs',
    '您是不是要写 stock:in:list',
  ],
  [
    'a block for a move that the screen lacks',
    panel({ source, needs: 'stock:in:audits' }),
    '/blocks/0/needs',
    '您是不是要写 stock:in:audit',
  ],
  [
    'a block for the screen of a misspelt prefix',
    panel({ source, needs: 'base:gods:list' }),
    '/blocks/0/needs',
    '您是不是要写 base:goods:list',
  ],
  [
    'a link for a list that nobody has',
    panel({
      type: 'links',
      links: [{ title: '去', href: '/stock/in-bill', needs: 'stock:in:lsit' }],
    }),
    '/blocks/0/links/0/needs',
    '您是不是要写 stock:in:list',
  ],
  [
    'a move of one record in the toolbar',
    screen([states], flow({ toolbar: ['audit'], row: ['audit'] })),
    '/actions/toolbar/0',
    '"batch": true',
  ],
  [
    'a move of one record as a button of the toolbar',
    screen([states], flow({ toolbar: ['add', { code: 'audit', title: '审' }], row: ['edit'] })),
    '/actions/toolbar/1',
    '请移到 row',
  ],
  [
    'a move that the buttons leave out',
    screen([states], flow({ row: ['edit'] })),
    '/flow/moves/0',
    '写进 actions.row',
  ],
  [
    'a move of a screen with the usual buttons',
    screen([states], flow(undefined)),
    '/flow/moves/0',
    '写进 actions.row',
  ],
  [
    'a move that an overlay adds without a button',
    overlay({
      flow: {
        field: 'fstates',
        initial: '待审核',
        moves: [
          { code: 'audit', title: '审核', from: ['待审核'], to: '已审核' },
          { code: 'unaudit', title: '反审核', from: ['已审核'], to: '待审核' },
        ],
      },
      actions: { toolbar: ['audit'], row: ['unaudit'] },
    }),
    '/actions/toolbar/0',
    '请移到 row',
  ],
  [
    'an effect without its fields',
    approved({ effect: 'bill.log' }),
    '/flow/moves/0/effect',
    '请加上或换一个效果',
  ],
  [
    'an effect that nothing registers',
    approved({ effect: 'bill.logs' }),
    '/flow/moves/0/effect',
    '您是不是要写 bill.log',
  ],
  ['a rule for no role', roleRule([]), '/rowRules/0/roles', '请至少添加 1 项'],
  ['a rule for the text of a role', roleRule('clerk'), '/rowRules/0/roles', '请写 ["clerk"]'],
  [
    'a rule for two roles in one text',
    roleRule('clerk,auditor'),
    '/rowRules/0/roles',
    '请写 ["clerk","auditor"]',
  ],
  ['a rule for the name of a role', roleRule(['库管']), '/rowRules/0/roles/0', '以字母开头'],
  ['a rule for a role twice', roleRule(['clerk', 'clerk']), '/rowRules/0/roles', '不能有重复的项'],
  ['a rule for a number', roleRule([1]), '/rowRules/0/roles/0', '请写 "1"'],
  ['a rule for a blank role', roleRule(['']), '/rowRules/0/roles/0', '以字母开头'],
  ['a rule with a misspelt key', rule({ role: ['clerk'] }), '/rowRules/0/role', '您是不是要写 roles'],
  [
    'rights of a field by rules and by a code',
    ruled([hidden], { read: 'stock:trial:x' }),
    `${place}/read`,
    '请删去 read',
  ],
  [
    'rights of a field by rules and by a code for edits',
    ruled([hidden], { edit: 'stock:trial:x' }),
    `${place}/edit`,
    '请删去 edit',
  ],
  ['no rule of a field', ruled([]), `${place}/rules`, '请至少添加 1 项'],
  [
    'a rule of a field in a state that nothing reaches',
    ruled([{ states: ['三'], allow: 'read' }]),
    `${place}/rules/0/states/0`,
    '没有状态「三」',
  ],
  [
    'a rule of a field by states without a flow',
    screen([field({ type: 'input', access: { rules: [{ states: ['一'], allow: 'read' }] } })]),
    '/fields/1/access/rules/0/states',
    '请删去 states',
  ],
  [
    'rules of a field that limit nobody',
    ruled([{ ...clerk, allow: 'write' }]),
    `${place}/rules`,
    '改成 read 或 hidden',
  ],
  [
    'a rule of a field after one for everybody',
    ruled([hidden, { ...clerk, allow: 'write' }]),
    `${place}/rules/1`,
    '请移到它前面',
  ],
  [
    'a rule of a field for a role that an earlier one has',
    ruled([
      { roles: ['clerk', 'auditor'], allow: 'read' },
      { ...clerk, states: ['二'], allow: 'hidden' },
    ]),
    `${place}/rules/1`,
    '请移到它前面',
  ],
  [
    'a rule of a field that allows nothing',
    ruled([{ ...clerk, allow: 'none' }]),
    `${place}/rules/0/allow`,
    'hidden',
  ],
  ['a rule of a field without what it allows', ruled([clerk]), `${place}/rules/0`, 'allow'],
  [
    'a required field that nobody may fill in',
    ruled(
      [
        { ...clerk, allow: 'hidden' },
        { states: ['一'], allow: 'read' },
      ],
      {},
      needed,
    ),
    `${place}/rules`,
    '没有人能保存',
  ],
  [
    'rules of the state',
    screen([{ ...states, access: { rules: [{ ...clerk, allow: 'hidden' }] } }], flow({ row: ['audit'] })),
    '/fields/1/access/rules',
    '请删去 rules',
  ],
  [
    'rules of a column of a report',
    report([{ key: 'fcode', title: '编码', type: 'input', access: { rules: [hidden] } }]),
    '/fields/1/access/rules',
    '请删去 rules',
  ],
  [
    'a formula over a field that rules hide',
    screen([
      field({ key: 'fcost', type: 'inputNumber', access: { rules: [{ ...clerk, allow: 'hidden' }] } }),
      field({ key: 'fsum', type: 'inputNumber', compute: 'fcost * 2' }),
    ]),
    '/fields/2',
    '请写同样的 access.rules',
  ],
  ['a rule for roles as an object', roleRule({ clerk: true }), '/rowRules/0/roles', '应为列表'],
]

export const rightRights: readonly Right[] = [
  [
    'rules of a field',
    ruled(
      [
        { ...clerk, states: ['一'], allow: 'write' },
        { ...clerk, allow: 'hidden' },
        { states: ['二'], allow: 'read' },
      ],
      {},
      needed,
    ),
  ],
  ['a rule for two roles', roleRule(['clerk', 'stock-auditor_2'])],
  ['rights of its own', screen([], { perm: 'stock:trial-own' })],
  ['an overlay with the rights of its base', overlay({ perm: 'stock:in' })],
  ['an overlay with rights of its own', overlay({ perm: 'stock:view' })],
  [
    'two overlays of one base with rights of their own',
    overlay({ perm: 'stock:view' }),
    [overlay({ id: 'stock/a-view', perm: 'stock:view' })],
  ],
  ['an overlay without some buttons', overlay({ actions: { toolbar: [], row: ['detail'] } })],
  ['a report with rights of its own', report([], { perm: 'report:sheet' })],
  [
    'two reports with the same rights',
    report([], { perm: 'report:sheet' }),
    [{ ...report([], { perm: 'report:sheet' }), id: 'report/a-sheet', code: 'a_sheet' }],
  ],
  ['a panel for a list', panel({ source }, { needs: 'stock:in:list' })],
  ['a panel with a code of its own', panel({ source }, { needs: 'stock:figures' })],
  ['a block for a move', panel({ source, needs: 'stock:in:audit' })],
  ['a block for a column', panel({ source, needs: 'stock:in:price' })],
  ['a block for the rule of rows', panel({ source, needs: 'stock:in:all' })],
  [
    'a move of several records in the toolbar',
    screen([states], flow({ toolbar: ['audit'] }, { batch: true })),
  ],
  ['a move in rows', screen([states, text], flow({ row: ['edit', { code: 'audit', title: '审' }] }))],
  [
    'a move whose button stands in an overlay',
    screen([states], flow({ row: ['edit'] })),
    [overlay({ extends: 'stock/trial', actions: { row: ['audit'] } })],
  ],
]
