import type { Mistake, Right } from '../mistake.ts'
import { bill, head, nested, screens, withStep, workflow } from './workflows.ts'

const part = (more: object = {}, steps: readonly object[] = [head]) =>
  workflow({ id: 'flow/part', title: '会审', ...more }, steps)
const sub = (more: object = {}) => ({ type: 'sub', workflow: 'flow/part', ...more })
const circle = { key: 'more', title: '再会审', type: 'sub' }

const wrong = (
  name: string,
  parts: readonly object[],
  path: string,
  remedy: string,
  document: object = withStep(sub()),
): Mistake => [name, document, path, remedy, [...screens, ...parts]]
const at = '/steps/1/workflow'

/** Mistakes in workflows that contain others. */
export const subMistakes: readonly Mistake[] = [
  wrong(
    'a sub-workflow that is missing',
    [part({ when: 'ftotal > 5' })],
    at,
    'flow/part',
    withStep(sub({ workflow: 'flow/parr' })),
  ),
  wrong('a sub-workflow without its name', [], '/steps/1', '"workflow"', withStep({ type: 'sub' })),
  wrong(
    'a sub-workflow with people',
    [part()],
    '/steps/1/to',
    '请删去，或改 type',
    withStep(sub({ to: { heads: 1 } })),
  ),
  wrong(
    'a sub-workflow of another screen',
    [{ ...bill({}, { id: 'flow/other', table: { name: 'flow_other' } }) }, part({ screen: 'flow/other' })],
    at,
    '请换一份「flow/bill」的流程',
  ),
  wrong('a sub-workflow that is itself', [], at, '永远走不完', withStep(sub({ workflow: 'flow/way' }))),
  wrong(
    'a circle of sub-workflows',
    [
      part({}, [head, { ...circle, workflow: 'flow/third' }]),
      part({ id: 'flow/third', when: 'ftotal > 5' }, [head, { ...circle, workflow: 'flow/way' }]),
    ],
    at,
    '永远走不完',
  ),
  wrong(
    'a sub-workflow that is a circle',
    [
      part({}, [head, { ...circle, workflow: 'flow/third' }]),
      part({ id: 'flow/third', when: 'ftotal > 5' }, [head, { ...circle, workflow: 'flow/part' }]),
    ],
    at,
    '永远走不完',
  ),
  wrong(
    'too many steps with those of a sub-workflow',
    [
      part(
        {},
        Array.from({ length: 100 }, (_, index) => ({ ...head, key: `s${index}` })),
      ),
    ],
    at,
    '超过 100 步',
  ),
  wrong(
    'branches that are nested too deep by a sub-workflow',
    [part({}, [nested(6)])],
    '/steps/1/branches/0/steps/0/workflow',
    '超过 6 层',
    withStep({
      ...{ type: 'branch' },
      branches: [
        { title: '大的', when: 'ftotal > 5', steps: [{ key: 'in', title: '会审', ...sub() }] },
        { title: '其他' },
      ],
    }),
  ),
  wrong(
    'a key that is too long with the key of the sub-workflow',
    [part({}, [{ ...head, key: 'k'.repeat(60) }])],
    at,
    '请改短',
  ),
]

export const rightSubs: readonly Right[] = [
  ['a sub-workflow that only others use', withStep(sub()), [...screens, part()]],
  ['a sub-workflow with a condition of its own', withStep(sub()), [...screens, part({ when: 'ftotal > 5' })]],
  ['a workflow that is a part', part(), [...screens, withStep(sub())]],
]
