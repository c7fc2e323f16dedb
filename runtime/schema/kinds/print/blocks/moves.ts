import { printDesigns } from '../designs.ts'
import { definePrintBlockShape, keep, title } from './block-shape.ts'

/** The moves of the record: who made each of them, when, and with which opinion. */
export const movesShape = definePrintBlockShape({
  name: 'moves',
  title: printDesigns.moves.title,
  shape: { title, keep },
  check(_, { screen, screenId, report, path }) {
    if (screen.flow !== undefined) return
    const text = `文档 ${screenId} 没有审批，没有审批记录可印，请删去这一块`
    report([...path, 'type'], { code: 'BAD_VALUE', text })
  },
})
