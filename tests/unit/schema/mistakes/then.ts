// biome-ignore-all lint/suspicious/noTemplateCurlyInString: messages name fields so.
import type { Mistake, Right } from './mistake.ts'
import { flow, moves, rows, screen, text } from './mistaken-document.ts'

const state = { key: 'fx', title: '状态', ...text }
const following = (...entries: readonly object[]) => Object.fromEntries([['then', entries]])
const after = (entry: object) =>
  screen([state, rows()], {
    ...flow({ moves: moves({ code: 'go' }) }),
    ...following({ on: 'add', ...entry }),
    actions: { row: ['go'] },
  })
const note = {
  version: 2,
  kind: 'screen',
  id: 'stock/note',
  title: '记事',
  table: { name: 'stk_note' },
  fields: [
    { key: 'ftext', title: '文字', type: 'input', length: 20, validateRules: [{ required: true }] },
    { key: 'fnum', title: '数', type: 'inputNumber' },
    { key: 'fsum', title: '和', type: 'inputNumber', compute: 'fnum * 2' },
    { key: 'fstate', title: '状态', type: 'input', form: false },
  ],
  flow: { field: 'fstate', initial: '新', moves: [{ code: 'end', title: '结束', from: ['新'], to: '完' }] },
}
const noteThen = (...entries: readonly object[]) => ({ ...note, ...following(...entries) })
const make = (values: object, more: object = {}) => ({
  make: { screen: 'stock/note', values: { ftext: '=fname', ...values }, ...more },
})
const change = (more: object) => ({ change: { screen: 'stock/note', values: { ftext: '=fname' }, ...more } })
const message = (more: object) => ({ notify: { to: { users: ['=createBy'] }, title: '有新的', ...more } })
const derived = { ...note, id: 'stock/derived', table: { name: 'stk_derived', derived: true } }
const users = { ...note, id: 'stock/users', table: { name: 'sys_position' } }

/** Mistakes in what happens after a change of a record. */
export const thenMistakes: readonly Mistake[] = [
  ['nothing to do', after({}), '/then/0', '请写 notify、make、change'],
  ['two things in one entry', after({ ...message({}), ...make({}) }), '/then/0', '分成几条', [note]],
  ['a move without its code', after({ on: 'move', ...message({}) }), '/then/0', '如 "move": "go"'],
  [
    'a move that is none',
    after({ on: 'move', move: 'goo', ...message({}) }),
    '/then/0/move',
    '您是不是要写 go？',
  ],
  ['a code of a move after an add', after({ move: 'go', ...message({}) }), '/then/0/move', '请删去，或改 on'],
  [
    'a condition with an unknown name',
    after({ when: 'fnam == 1', ...message({}) }),
    '/then/0/when',
    '您是不是要写 fname？',
  ],
  [
    'the former value of a new record',
    after({ when: "before.fname == '甲'", ...message({}) }),
    '/then/0/when',
    '不是已声明的字段',
  ],
  [
    'a former value of no field',
    after({ on: 'edit', when: 'before.fnone == null', ...message({}) }),
    '/then/0/when',
    '不是已声明的字段',
  ],
  ['a message to nobody', after(message({ to: {} })), '/then/0/notify/to', '请写 users、roles 或 departs'],
  [
    'a recipient from an unknown field',
    after(message({ to: { users: ['=fuser'] } })),
    '/then/0/notify/to/users/0',
    '不是已声明的字段',
  ],
  [
    'a message without a text',
    after({ notify: { to: { users: ['admin'] } } }),
    '/then/0/notify',
    '请写 title',
  ],
  [
    'a text beside a template',
    after(message({ template: 'due' })),
    '/then/0/notify/title',
    '请删去 title 或 template',
  ],
  [
    'a placeholder of no field',
    after(message({ title: '${fnam} 来了' })),
    '/then/0/notify/title',
    '您是不是要写 fname？',
  ],
  ['a placeholder of a detail', after(message({ text: '${items}' })), '/then/0/notify/text', '是明细'],
  [
    'a record of an unknown screen',
    after({ make: { screen: 'stock/notes', values: { ftext: '甲' } } }),
    '/then/0/make/screen',
    '您是不是要写 stock/note？',
    [note],
  ],
  [
    'a record of a derived table',
    after({ make: { screen: 'stock/derived', values: { ftext: '甲' } } }),
    '/then/0/make/screen',
    '由效果写入',
    [derived],
  ],
  [
    'a record of the application',
    after({ make: { screen: 'stock/users', values: { ftext: '甲' } } }),
    '/then/0/make/screen',
    '系统的数据',
    [users],
  ],
  [
    'an unknown field of the other screen',
    after(make({ ftxt: '甲' })),
    '/then/0/make/values/ftxt',
    '没有字段「ftxt」',
    [note],
  ],
  [
    'a required field left out',
    after({ make: { screen: 'stock/note', values: { fnum: 1 } } }),
    '/then/0/make/values',
    '请在 values 里写 ftext',
    [note],
  ],
  ['a computed field', after(make({ fsum: 1 })), '/then/0/make/values/fsum', '由公式算出', [note]],
  ['a state', after(make({ fstate: '完' })), '/then/0/make/values/fstate', '只能由审批动作改', [note]],
  [
    'a text for a number',
    after(make({ fnum: '很多' })),
    '/then/0/make/values/fnum',
    '请改成这个字段能存的值',
    [note],
  ],
  [
    'an expression of another type',
    after(make({ fnum: '=today()' })),
    '/then/0/make/values/fnum',
    '存不下',
    [note],
  ],
  [
    'rows of an unknown detail',
    after(make({}, { each: 'item' })),
    '/then/0/make/each',
    '您是不是要写 items？',
    [note],
  ],
  [
    'a value of a row without rows',
    after(make({ ftext: '=row.fa' })),
    '/then/0/make/values/ftext',
    '不是已声明的字段',
    [note],
  ],
  ['a change of no record', after(change({})), '/then/0/change', '请写 record', [note]],
  [
    'a record that is no expression',
    after(change({ record: '=fname' })),
    '/then/0/change/record',
    '开头的 = 多了',
    [note],
  ],
  [
    'a condition on an unknown field',
    after(change({ where: { fnone: '=id' } })),
    '/then/0/change/where/fnone',
    '没有字段「fnone」',
    [note],
  ],
  [
    'an address that is none',
    after({ webhook: { url: 'http://:80' } }),
    '/then/0/webhook/url',
    '请写如 https://oa.example/hook',
  ],
  [
    'an unknown name in a request',
    after({ webhook: { url: 'https://oa.example/hook', send: { no: '=fno' } } }),
    '/then/0/webhook/send/no',
    '不是已声明的字段',
  ],
  [
    'a write-only value in a request',
    screen([{ key: 'fpin', title: '口令', type: 'input', writeOnly: true }], {
      ...following({ on: 'add', webhook: { url: 'https://oa.example/hook', send: { pin: '=fpin' } } }),
    }),
    '/then/0/webhook/send/pin',
    '只写不读',
  ],
  ['a day without a field', after({ on: 'date', ...message({}) }), '/then/0', '如 "field": "fdue"'],
  [
    'a day in a text',
    after({ on: 'date', field: 'fname', ...message({}) }),
    '/then/0/field',
    '请换一个 date 或 datetime 字段',
  ],
  ['days after an add', after({ days: 3, ...message({}) }), '/then/0/days', '请删去，或改 on'],
  [
    'two screens that lead to each other',
    after({ on: 'save', ...make({}) }),
    '/then/0/make/screen',
    '「试验」新增 → 「记事」新增 → 「试验」新增',
    [noteThen({ on: 'add', make: { screen: 'stock/trial', values: { fname: '=ftext' } } })],
  ],
  [
    'a screen that leads to itself',
    after({ on: 'edit', change: { screen: 'stock/trial', record: 'id', values: { fname: '=fname' } } }),
    '/then/0/change/screen',
    '没完没了',
  ],
]

/** Correct documents with consequences. */
export const rightThen: readonly Right[] = [
  [
    'a message, and former values',
    after({ on: 'save', when: 'before.fname != fname', ...message({ title: '${fname}，${createBy}' }) }),
  ],
  ['a record for each row', after(make({ ftext: '=row.fa' }, { each: 'items' })), [note]],
  ['changes by a condition', after(change({ where: { ftext: '=fname', id: '=fname' } })), [note]],
  [
    'a chain that ends',
    after({ on: 'add', ...make({}) }),
    [
      noteThen({
        on: 'add',
        change: { screen: 'stock/trial', record: 'ftext', values: { fname: '=ftext' } },
      }),
    ],
  ],
]
