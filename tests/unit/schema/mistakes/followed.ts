import { type Mistake, type Right, report, screen } from './mistake.ts'
import { field } from './mistaken-document.ts'

const goods = {
  version: 2,
  kind: 'screen',
  id: 'stock/thing',
  title: '物品',
  perm: 'stock:thing',
  table: { name: 'stk_thing' },
  fields: [
    { key: 'fprice', title: '单价', type: 'inputNumber', scale: 2 },
    { key: 'fcost', title: '成本', type: 'inputNumber', scale: 2, compute: 'fback * 2' },
    { key: 'ftel', title: '电话', type: 'input', mask: 'phone' },
    { key: 'fshown', title: '不存', type: 'inputNumber', persist: false },
    { key: 'fword', title: '口令', type: 'input', writeOnly: true },
    { key: 'ftrial', title: '试验', type: 'input', length: 36 },
    {
      key: 'fback',
      title: '反过来',
      type: 'inputNumber',
      scale: 2,
      follow: { field: 'ftrial', screen: 'stock/trial', value: 'fsum' },
    },
  ],
}
const reference = field({ key: 'fthing', type: 'input', length: 36 })
const several = field({ key: 'fmany', type: 'sel_user', multi: true })
const base = { field: 'fthing', screen: 'stock/thing', value: 'fprice' }
const following = (follow: object, more: object = {}, rest: readonly object[] = []): object =>
  screen([
    reference,
    several,
    field({ key: 'funit', type: 'inputNumber', scale: 2, follow: { ...base, ...follow }, ...more }),
    field({ key: 'fsum', type: 'inputNumber', scale: 2, compute: 'funit * 2' }),
    ...rest,
  ])
const at = '/fields/3/follow'
const planted = (name: string, document: object, path: string, remedy: string): Mistake => [
  name,
  document,
  path,
  remedy,
  [goods],
]

/** Values that follow no record, or that the field cannot hold. */
export const followedMistakes: readonly Mistake[] = [
  planted(
    'a value of a screen that nobody wrote',
    following({ screen: 'stock/thinng' }),
    `${at}/screen`,
    'stock/thing',
  ),
  planted('a value that the other screen lacks', following({ value: 'fprise' }), `${at}/value`, 'fprice'),
  planted('a key that the other screen lacks', following({ key: 'fcod' }), `${at}/key`, '没有字段「fcod」'),
  planted('a reference that the record lacks', following({ field: 'fthng' }), `${at}/field`, 'fthing'),
  planted('a reference to several records', following({ field: 'fmany' }), `${at}/field`, '只存一条'),
  planted('a reference that is the field itself', following({ field: 'funit' }), `${at}/field`, '另一个字段'),
  planted('a value that is not stored there', following({ value: 'fshown' }), `${at}/value`, '请换一个字段'),
  planted('a value that nobody reads', following({ value: 'fword' }), `${at}/value`, '只写不读'),
  planted('a value of another kind', following({ value: 'ftrial' }), `${at}/value`, '请把类型改成一样'),
  planted(
    'a masked value in full',
    following({ value: 'ftel' }, { type: 'input', scale: undefined }),
    `${at}/value`,
    '"mask": "phone"',
  ),
  planted('a value that is computed too', following({}, { compute: '1 + 1' }), '/fields/3/compute', '请删去'),
  planted(
    'a value that must be filled in',
    following({}, { validateRules: [{ required: true }] }),
    '/fields/3/validateRules',
    '请删去',
  ),
  planted('a value that follows itself', following({ value: 'fcost' }), at, '绕了一圈'),
  planted(
    'a formula over it that reads the department of the user',
    following({}, {}, [field({ key: 'forg', type: 'input', compute: 'concat(user.orgCode, fsum, funit)' })]),
    '/fields/5/compute',
    '"=user.orgCode"',
  ),
  planted(
    'a column of a report that follows',
    report([{ key: 'fcode', title: '编码', type: 'input', follow: base }]),
    '/fields/1/follow',
    '请删去',
  ),
]

export const rightFollowed: readonly Right[] = [
  ['a value that follows a record', following({}), [goods]],
  [
    'a value that a row follows by another key',
    screen([
      field({
        key: 'items',
        type: 'table',
        table: { name: 'stk_trial_thing', fk: 'ftrialid' },
        fields: [
          { key: 'fthing', title: '物品', type: 'input', length: 36 },
          {
            key: 'ftel',
            title: '电话',
            type: 'input',
            mask: 'phone',
            follow: { field: 'fthing', screen: 'stock/thing', key: 'ftrial', value: 'ftel' },
          },
        ],
      }),
      field({ key: 'fsum', type: 'inputNumber', scale: 2, compute: 'count(items)' }),
    ]),
    [goods],
  ],
]
