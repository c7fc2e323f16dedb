import Type from 'typebox'
import { optional, withUse } from '../../../language/property.ts'
import { printDesigns } from '../designs.ts'
import { definePrintBlockShape } from './block-shape.ts'

/** The institution, the title of the template and the stamp of the record's state. */
export const titleShape = definePrintBlockShape({
  name: 'title',
  title: printDesigns.title.title,
  shape: {
    stamp: withUse({ isCommon: true }, optional('状态章', '盖上审核状态的章', true, Type.Boolean())),
  },
  check({ stamp }, { screen, screenId, report, path }) {
    if (stamp !== true || screen.flow !== undefined) return
    const text = `文档 ${screenId} 没有审批，盖不了状态章，请删去 stamp`
    report([...path, 'stamp'], { code: 'BAD_VALUE', text })
  },
})
