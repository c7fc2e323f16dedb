import type { Mistake } from './mistake.ts'
import { field, flow, moves, screen, text, transient } from './mistaken-document.ts'

/** Mistakes in states and moves, and words that would do nothing. */
export const flowMistakes: readonly Mistake[] = [
  // States and the fields into which moves write.
  [
    'a state in a field that is not stored',
    screen([transient], flow()),
    '/flow/field',
    '审批动作不能写入，请换',
  ],
  [
    'a state in a computed field',
    screen([field({ ...text, compute: 'fname' })], flow()),
    '/flow/field',
    '由公式算出',
  ],
  [
    'states that a number cannot hold',
    screen([field({ type: 'inputNumber' })], flow()),
    '/flow/field',
    '的类型或长度',
  ],
  [
    'states that are too long',
    screen([field({ ...text, length: 2 })], flow()),
    '/flow/field',
    '存不下状态「已提交」',
  ],
  [
    'a state outside the options',
    screen([field({ type: 'select', options: [{ value: '草稿' }, { value: '已提交了' }] })], flow()),
    '/flow/moves/0/to',
    '您是不是要写 已提交了？',
  ],
  [
    'a state outside the states of the flow',
    screen([], flow({ states: [{ value: '草稿' }, { value: '已提交了' }] })),
    '/flow/moves/0/to',
    '您是不是要写 已提交了？',
  ],
  [
    'states beside a declared field',
    screen(
      [field({ type: 'select', options: [{ value: '草稿' }, { value: '已提交' }] })],
      flow({ states: [{ value: '草稿' }] }),
    ),
    '/flow/states',
    '请删去 states',
  ],
  [
    'a colour of a state that does not exist',
    screen([], flow({ states: [{ value: '草稿', color: 'gren' }, { value: '已提交' }] })),
    '/flow/states/0/color',
    '您是不是要写 green？',
  ],
  [
    'a field of a move that is misspelt',
    screen(
      [field(text), { key: 'fauditor', title: '审核人', type: 'input' }],
      flow({ moves: moves({ set: { fauditr: '=user.realname' } }) }),
    ),
    '/flow/moves/0/set/fauditr',
    '您是不是要写 fauditor？',
  ],
  [
    'a field of a move whose type does not follow from its value',
    screen([field(text)], flow({ moves: moves({ set: { fcount: 3 } }) })),
    '/flow/moves/0/set/fcount',
    '没有字段「fcount」',
  ],
  [
    'a value that a move cannot write',
    screen(
      [field(text), { key: 'fday', title: '日期', type: 'date' }],
      flow({ moves: moves({ set: { fday: '明天' } }) }),
    ),
    '/flow/moves/0/set/fday',
    '请改成这个字段能存的值',
  ],
  [
    'a computed field into which a move writes',
    screen(
      [field(text), { key: 'fday', title: '日期', type: 'input', compute: 'fname' }],
      flow({ moves: moves({ set: { fday: '1' } }) }),
    ),
    '/flow/moves/0/set/fday',
    '由公式算出',
  ],
  [
    'a parent whose field is too short for an id',
    screen([{ key: 'pid', type: 'hidden', length: 4 }], {
      list: { layout: 'tree' },
      tree: { parent: 'pid', lazy: false },
    }),
    '/tree/parent',
    '存不下主键，不能作上级字段，请用 hidden 或 input 类型',
  ],
  [
    'a parent that is a day',
    screen([{ key: 'pid', title: '上级', type: 'date' }], {
      list: { layout: 'tree' },
      tree: { parent: 'pid', lazy: false },
    }),
    '/tree/parent',
    '存的不是文字',
  ],
  [
    'a required field that no form shows',
    screen([field({ type: 'hidden', validateRules: [{ required: true }] })]),
    '/fields/1/validateRules',
    '请写 defaultValue',
  ],
  // Patterns that browser and server read in two ways.
  [
    'a pattern with a script',
    screen([field({ ...text, validateRules: [{ pattern: '\\p{Han}+' }] })]),
    '/fields/1/validateRules/0/pattern',
    '汉字写作 [\\u4e00-\\u9fa5]',
  ],
  // Words that would do nothing.
  [
    'a colour of a value that no option has',
    screen([field({ type: 'select', options: [{ value: '甲' }], tag: { 乙: 'red' } })]),
    '/fields/1/tag/乙',
    '可写 甲',
  ],
  [
    'an option without a value',
    screen([field({ type: 'select', options: [{ value: '', text: '无' }] })]),
    '/fields/1/options/0/value',
    '不能为空',
  ],
  [
    'a filter that the opened screen lacks',
    screen([], {
      actions: { row: [{ code: 'go', title: '开', open: 'stock/in-bill', send: { nothing: '=row.id' } }] },
    }),
    '/actions/row/0/send/nothing',
    '没有字段「nothing」',
  ],
  [
    'a parameter that the opened form lacks',
    screen([], {
      actions: { row: [{ code: 'go', title: '开', open: 'stock/recount', send: { ids: '=row.id' } }] },
    }),
    '/actions/row/0/send/ids',
    '没有表单的参数「ids」',
  ],
]
