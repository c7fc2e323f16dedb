import Type from 'typebox'
import { documentHead, sourceScreen } from '../../language/document.ts'
import { optional, required } from '../../language/property.ts'
import type { PrintBlock } from './blocks/shapes.ts'

export type { PrintBlock } from './blocks/shapes.ts'

/** `A4`, `A5`, either in landscape, or a label with its width and height in millimetres. */
const PAGE_PATTERN = '^(A[45]( landscape)?|label [1-9]\\d{0,2}x[1-9]\\d{0,2} mm)$'

/** The properties of a print template; `blockTypes` names the types of blocks with their titles. */
export const printParts = (blockTypes: string) => ({
  ...documentHead('print'),
  screen: sourceScreen,
  page: required(
    '纸张',
    'A4、A5，横向加 landscape；标签写 label 宽x高 mm',
    'A4 landscape',
    Type.String({ pattern: PAGE_PATTERN }),
  ),
  copies: optional(
    '一页几份',
    '同一条记录在一页上印几份，缺省 1',
    2,
    Type.Integer({ minimum: 1, maximum: 20 }),
  ),
  /** The shape of a block depends on its `type`. */
  blocks: required('块', blockTypes, [{ type: 'title' }], Type.Unknown()),
})

type Parts = Type.Static<Type.TObject<ReturnType<typeof printParts>>>
export type PrintDocument = Parts & { blocks: PrintBlock[] }
