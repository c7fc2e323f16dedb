import Type from 'typebox'
import { listObjectEntries } from '#runtime/kernel/json.ts'
import { closed, Key, Keys, Text } from '../../../../language/base.ts'
import { optional, required, withUse } from '../../../../language/property.ts'
import { source } from '../../sources.ts'
import { type BlockOf, defineBlockShape, namedKey, namedKeys } from '../block-shape.ts'
import { head, href, needs, titles } from '../parts.ts'

const Step = Type.Object(
  {
    title: required('名称', '这一步的名称', '部门初审', Text),
    value: optional('值', '记录的值是什么时到了这一步，缺省是名称', '待审核', Text),
    note: optional('小字', '名称下面写记录的哪些字段', ['fauditor', 'fauditdate'], Keys),
  },
  closed,
)

/** The steps that a record goes through, and where it is. */
export const stepsShape = defineBlockShape({
  name: 'steps',
  shape: {
    ...head,
    needs,
    source,
    state: withUse({ isCommon: true }, required('到哪一步', '记录的哪个字段说到了哪一步', 'fstates', Key)),
    steps: withUse(
      { isCommon: true },
      required(
        '各步',
        '依次的几步',
        [{ title: '待审核' }, { title: '已审核' }],
        Type.Array(Step, { minItems: 2 }),
      ),
    ),
    titles,
    href,
  },
  hasRecord: true,
  keys: ({ state, steps }) => [
    ...namedKey(['state'], state),
    ...listObjectEntries(steps).flatMap(([at, { note }]) => namedKeys(['steps', at, 'note'], note)),
  ],
})

export type StepsBlock = BlockOf<typeof stepsShape>
