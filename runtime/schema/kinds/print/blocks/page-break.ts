import { printDesigns } from '../designs.ts'
import { definePrintBlockShape } from './block-shape.ts'

/** What follows is on the next page. */
export const pageBreakShape = definePrintBlockShape({
  name: 'pageBreak',
  title: printDesigns.pageBreak.title,
  shape: {},
})
