import { form, type Mistake, panel, report, screen } from './mistake.ts'

const text = { key: 'fx', title: '乙', type: 'input' }
const state = { key: 'fstate', title: '状态', type: 'input' }
const source = { screen: 'stock/use' }

/** Values of the user that are only texts, or that the user does not have. */
export const userMistakes: readonly Mistake[] = [
  [
    'a value of the user in quotes',
    screen([{ ...text, showIf: "fname == 'user.username'" }]),
    '/fields/1/showIf',
    '请写 user.username',
  ],
  [
    'an unknown value of the user in quotes',
    screen([{ ...text, showIf: "fname == 'user.dept'" }]),
    '/fields/1/showIf',
    'user.orgCode',
  ],
  [
    'a default without the sign of an expression',
    screen([{ ...text, defaultValue: 'user.realname' }]),
    '/fields/1/defaultValue',
    '请写 =user.realname',
  ],
  [
    'a default in the braces of another tool',
    screen([{ ...text, defaultValue: `\${user.realname}` }]),
    '/fields/1/defaultValue',
    '请写 =user.realname',
  ],
  [
    'a default of an unknown value in braces',
    screen([{ ...text, defaultValue: '{{user.department}}' }]),
    '/fields/1/defaultValue',
    '可写 =user.id',
  ],
  [
    'a default of an unknown value of the user',
    screen([{ ...text, defaultValue: '=user.dept' }]),
    '/fields/1/defaultValue',
    'user.orgCode',
  ],
  [
    'a query that begins with a text for the user',
    screen([{ ...text, query: { rule: 'eq', defaultValue: 'user.username' } }]),
    '/fields/1/query/defaultValue',
    '请写 =user.username',
  ],
  [
    'a number by the department',
    screen([{ ...text, auto: 'RK{user.orgCode}{####}' }]),
    '/fields/1/auto',
    '请在系统的编码规则里',
  ],
  [
    'a number by a value of the user in braces',
    screen([{ ...text, auto: `\${user.orgCode}` }]),
    '/fields/1/auto',
    '请在系统的编码规则里',
  ],
  [
    'a text for the user in what a form sends',
    form([], { submit: { method: 'POST', url: '/stock/ask', send: { who: 'user.username' } } }),
    '/submit/send/who',
    '请写 =user.username',
  ],
  [
    'a text for the user in what a button sends',
    screen([], {
      actions: {
        row: [
          {
            code: 'go',
            title: '去',
            call: { method: 'POST', url: '/stock/go', send: { who: `\${user.id}` } },
          },
        ],
      },
    }),
    '/actions/row/0/call/send/who',
    '请写 =user.id',
  ],
  [
    'a text for the user that a move sets',
    screen([text, state], {
      flow: {
        field: 'fstate',
        initial: '一',
        moves: [{ code: 'lend', title: '借', from: ['一'], to: '二', set: { fx: 'user.realname' } }],
      },
      actions: { row: ['lend'] },
    }),
    '/flow/moves/0/set/fx',
    '请写 =user.realname',
  ],
  [
    'a text for the user in a condition of a panel',
    panel({ source: { ...source, query: { fno: 'user.realname' } } }),
    '/blocks/0/source/query/fno',
    '请写 =user.realname',
  ],
  [
    'a parameter of a report that begins with a text for the user',
    report([], {
      params: [{ ...text, defaultValue: 'user.orgCode' }],
      source: { sql: 'select fname from bas_goods where fcode = :fx', tables: ['bas_goods'] },
    }),
    '/params/0/defaultValue',
    '请写 =user.orgCode',
  ],
]
