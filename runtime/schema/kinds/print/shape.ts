import Type from 'typebox'
import { closed } from '../../language/base.ts'
import { documentHead, sourceScreen } from '../../language/document.ts'
import { optional, required, withUse } from '../../language/property.ts'
import { PrintText } from './blocks/block-shape.ts'
import type { PrintBlock } from './blocks/shapes.ts'

export type { PrintBlock } from './blocks/shapes.ts'

/** `A4`, `A5`, either in landscape; or another paper, or a label, with its width and height in millimetres. */
const PAGE_PATTERN =
  '^(A[45]( landscape)?|[1-9]\\d{1,2}x[1-9]\\d{1,2} mm|label [1-9]\\d{0,2}x[1-9]\\d{0,2} mm)$'

const Length = Type.Number({ minimum: 0, maximum: 100 })
const margin = (side: string) => optional(side, '毫米', 12, Length)
const Margins = Type.Object(
  { top: margin('上'), right: margin('右'), bottom: margin('下'), left: margin('左') },
  closed,
)

const runningText = (side: string, example: string) =>
  optional(side, '文字，可以写 {字段}、{表达式}、{page} 第几页、{pages} 共几页', example, PrintText)
const RunningTexts = Type.Object(
  {
    left: runningText('左', '{fbillno}'),
    center: runningText('中', '第一联 存根　第二联 库房　第三联 财务'),
    right: runningText('右', '第 {page} 页 共 {pages} 页'),
  },
  closed,
)

const Labels = Type.Object(
  {
    columnCount: required('列数', '一行几个', 3, Type.Integer({ minimum: 1, maximum: 20 })),
    rowCount: required('行数', '一张几行', 8, Type.Integer({ minimum: 1, maximum: 60 })),
    width: required('宽', '一个标签的宽，毫米', 63.5, Type.Number({ minimum: 5, maximum: 500 })),
    height: required('高', '一个标签的高，毫米', 33.9, Type.Number({ minimum: 5, maximum: 500 })),
    gapX: optional('列间', '左右两个标签隔几毫米，缺省 0', 2.5, Length),
    gapY: optional('行间', '上下两个标签隔几毫米，缺省 0', 2, Length),
  },
  closed,
)

/** The properties of a print template; `blockTypes` names the types of blocks with their titles. */
export const printParts = (blockTypes: string) => ({
  ...documentHead('print'),
  screen: sourceScreen,
  page: withUse(
    { isCommon: true },
    required(
      '纸张',
      'A4、A5，横向加 landscape；别的纸写 宽x高 mm，三联纸是 241x140 mm；标签机的标签写 label 宽x高 mm',
      'A4 landscape',
      Type.String({ pattern: PAGE_PATTERN }),
    ),
  ),
  margins: withUse(
    { isCommon: true },
    optional('页边距', '没有写的边缺省 12 毫米，有页眉页脚的边 16，标签机的标签 2', { top: 20 }, Margins),
  ),
  header: withUse(
    { isCommon: true },
    optional('页眉', '每页顶上的文字，缺省没有', { right: '{fbillno}' }, RunningTexts),
  ),
  footer: withUse(
    { isCommon: true },
    optional(
      '页脚',
      '每页底下的文字，写了就代替缺省的打印人和页码',
      { center: '第 {page} 页 共 {pages} 页' },
      RunningTexts,
    ),
  ),
  labels: withUse(
    { isCommon: true },
    optional(
      '一张多个标签',
      '一张纸上印几行几列标签，一条记录一个；打印时可以选从第几个印起，用过的空出来',
      { columnCount: 3, rowCount: 8, width: 63.5, height: 33.9 },
      Labels,
    ),
  ),
  copies: withUse(
    { isCommon: true },
    optional(
      '印几份',
      '同一条记录在一页上印几份，一张多个标签的印几个，缺省 1',
      2,
      Type.Integer({ minimum: 1, maximum: 20 }),
    ),
  ),
  /** The shape of a block depends on its `type`. */
  blocks: required('块', blockTypes, [{ type: 'title' }], Type.Unknown()),
})

type Parts = Type.Static<Type.TObject<ReturnType<typeof printParts>>>
export type PrintDocument = Parts & { blocks: PrintBlock[] }
