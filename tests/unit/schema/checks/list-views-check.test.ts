import { expect, it } from 'vitest'
import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { checkDocument } from '../world.ts'

const loan = {
  version: 2,
  kind: 'screen',
  id: 'base/loan',
  title: '借阅',
  table: { name: 'bas_loan' },
  fields: [
    { key: 'ftitle', title: '书名', type: 'input' },
    { key: 'fdue', title: '应还日期', type: 'date' },
    { key: 'fplan', title: '计划', type: 'datetime', persist: false },
    { key: 'fnum', title: '册数', type: 'inputNumber' },
    { key: 'fstep', title: '进度', type: 'select', options: [{ value: '待办' }, { value: '办完' }] },
    { key: 'fcover', title: '封面', type: 'image' },
    { key: 'fmany', title: '标记', type: 'list_multi', options: [{ value: '急' }] },
    { key: 'fstates', title: '状态', type: 'input', form: false },
  ],
  flow: {
    field: 'fstates',
    initial: '待审核',
    moves: [{ code: 'audit', title: '审核', from: ['待审核'], to: '已审核' }],
  },
}
const check = (list: Record<string, unknown>) => {
  const document = { ...loan, list }
  return checkDocument(document, { knownNames: collectKnown([document], registeredNames) }).map(
    ({ path, code }) => `${path} ${code}`,
  )
}
const calendar = (over: object) => ({ layout: 'calendar', calendar: { date: 'fdue', ...over } })
const card = (over: object) => ({ layout: 'card', card: { title: 'ftitle', ...over } })
const board = (over: object) => ({ layout: 'board', board: { field: 'fstep', ...over } })

it.each([
  ['a complete calendar', calendar({ title: 'ftitle', color: 'fstep' }), []],
  ['a calendar without its fields', { layout: 'calendar' }, ['/list/layout MISSING_KEY']],
  ['calendar fields in another layout', { calendar: { date: 'fdue' } }, ['/list/calendar BAD_VALUE']],
  ['a date that is no field', calendar({ date: 'fday' }), ['/list/calendar/date UNKNOWN_FIELD']],
  ['a date that is a text', calendar({ date: 'ftitle' }), ['/list/calendar/date BAD_VALUE']],
  ['an end that is not stored', calendar({ end: 'fplan' }), ['/list/calendar/end BAD_VALUE']],
  ['an end that is the date', calendar({ end: 'fdue' }), ['/list/calendar/end BAD_VALUE']],
  ['a colour of a field without options', calendar({ color: 'fnum' }), ['/list/calendar/color BAD_VALUE']],
  ['a complete board', board({ sum: 'fnum', subtitle: ['fdue', 'createTime'], columns: ['办完'] }), []],
  ['a board over the states of the flow', board({ field: 'fstates', columns: ['已审核'] }), []],
  ['a board without its fields', { layout: 'board' }, ['/list/layout MISSING_KEY']],
  ['board fields in another layout', { board: { field: 'fstep' } }, ['/list/board BAD_VALUE']],
  ['a board over a field without options', board({ field: 'ftitle' }), ['/list/board/field BAD_VALUE']],
  ['a board over a field with several values', board({ field: 'fmany' }), ['/list/board/field BAD_VALUE']],
  ['a total of a text', board({ sum: 'ftitle' }), ['/list/board/sum BAD_VALUE']],
  ['a column that is no option', board({ columns: ['办好'] }), ['/list/board/columns/0 BAD_VALUE']],
  [
    'a column that is no state',
    board({ field: 'fstates', columns: ['作废'] }),
    ['/list/board/columns/0 BAD_VALUE'],
  ],
  ['complete cards', card({ image: 'fcover', text: 'fstates', subtitle: ['fdue', 'createTime'] }), []],
  ['cards without their fields', { layout: 'card' }, ['/list/layout MISSING_KEY']],
  ['card fields in another layout', { card: { title: 'ftitle' } }, ['/list/card BAD_VALUE']],
  ['a picture that is a text', card({ image: 'ftitle' }), ['/list/card/image BAD_VALUE']],
  ['a title that is no field', card({ title: 'fname' }), ['/list/card/title UNKNOWN_FIELD']],
  ['fields below a row', { expand: ['fnum', 'createTime'] }, []],
  ['fields below a row that are none', { expand: ['fnone'] }, ['/list/expand/0 UNKNOWN_FIELD']],
  ['fields below a card', { ...board({}), expand: ['fnum'] }, ['/list/expand BAD_VALUE']],
])('%s', (_name, list, problems) => {
  expect(check(list)).toEqual(problems)
})

it('offers the layout as a fix when calendar is written without it', () => {
  const document = { ...loan, list: { calendar: { date: 'fdue' } } }
  const [problem] = checkDocument(document, { knownNames: collectKnown([document], registeredNames) })
  expect(problem?.fix).toEqual([{ op: 'add', path: '/list/layout', value: 'calendar' }])
  expect(problem?.text).toBe(
    'list.calendar：写了 calendar 就是日历列表，请写 "layout": "calendar"，或删去 calendar',
  )
})
