import Type from 'typebox'
import { closed, Key, Keys, Text } from './base.ts'
import { documentHead, sourceScreen } from './document.ts'
import { optional, required, words } from './property.ts'

/** Text with placeholders: `{fbillno}` is the printed value of a field, `{capitals(famount)}` the result of an expression. */
const PrintText = Type.String({ minLength: 1, maxLength: 2000 })

const type = <Word extends string>(word: Word) =>
  required(
    '块的种类',
    'title、text、fields、table、moves、signatures、barcode、qr',
    'fields',
    Type.Literal(word),
  )
const title = optional('标题', '块的标题', '入库明细', Text)
/** One row of the tables in schemas/README.md describes a key of several blocks. */
const columnsText = ['列', '明细表印哪些字段；字段块写分几列，1 到 6，缺省 3'] as const
const heightText = ['高', '毫米，缺省条码 12、二维码 20'] as const
const printText = (example: string) =>
  required('文字', '可以写 {字段}，也可以写 {表达式}', example, PrintText)

/** The institution, the title of the template and the stamp of the record's state. */
const Title = Type.Object(
  { type: type('title'), stamp: optional('状态章', '盖上审核状态的章', true, Type.Boolean()) },
  closed,
)

const TextBlock = Type.Object(
  {
    type: type('text'),
    text: printText('供应单位：{fsupplier}'),
    size: optional('字号', '缺省是正文的字号', 'large', words({ small: '小', large: '大' })),
    align: optional('对齐', '缺省靠左', 'center', words({ left: '靠左', center: '居中', right: '靠右' })),
  },
  closed,
)

const Fields = Type.Object(
  {
    type: type('fields'),
    title,
    columns: optional(...columnsText, 4, Type.Integer({ minimum: 1, maximum: 6 })),
    fields: required('字段', '印哪些字段', ['fbillno', 'fdate'], Keys),
  },
  closed,
)

const Table = Type.Object(
  {
    type: type('table'),
    title,
    detail: required('明细', '哪张明细表', 'items', Key),
    columns: required(...columnsText, ['fspmc', 'fnum'], Keys),
    totals: optional('合计', '合计哪些列', ['fnum'], Keys),
    minRows: optional('最少行数', '不足时补空行', 8, Type.Integer({ minimum: 1, maximum: 40 })),
    note: optional(
      '表底文字',
      '表格最后一行的文字，可以写 {字段} 和 {表达式}',
      '金额大写 {capitals(ftotalamount)}',
      PrintText,
    ),
  },
  closed,
)

/** The moves of the record: who made each of them, when, and with which opinion. */
const Moves = Type.Object({ type: type('moves'), title }, closed)

const Signatures = Type.Object(
  {
    type: type('signatures'),
    names: required(
      '签字',
      '一处一项；带 {字段} 的印出值，其余留一条横线',
      ['制单 {createBy}', '库管'],
      Type.Array(PrintText, { minItems: 1, maxItems: 8 }),
    ),
  },
  closed,
)

const Barcode = Type.Object(
  {
    type: type('barcode'),
    text: printText('{fbarcode}'),
    height: optional(...heightText, 12, Type.Integer({ minimum: 4, maximum: 60 })),
  },
  closed,
)

const Qr = Type.Object(
  {
    type: type('qr'),
    text: printText('{fcode}'),
    height: optional(...heightText, 20, Type.Integer({ minimum: 8, maximum: 80 })),
  },
  closed,
)

/** The kinds of blocks, by the value of `type`. */
export const printBlockShapes = {
  title: Title,
  text: TextBlock,
  fields: Fields,
  table: Table,
  moves: Moves,
  signatures: Signatures,
  barcode: Barcode,
  qr: Qr,
} as const

/** `A4`, `A5`, either in landscape, or a label with its width and height in millimetres. */
export const PAGE_PATTERN = '^(A[45]( landscape)?|label [1-9]\\d{0,2}x[1-9]\\d{0,2} mm)$'

/** The properties of a print template. */
export const printParts = {
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
  /** The shape of a block depends on its `type` (see compose.ts). */
  blocks: required(
    '块',
    'title 抬头、text 文字、fields 字段、table 明细表、moves 审批记录、signatures 签字、barcode 条码、qr 二维码',
    [{ type: 'title' }],
    Type.Unknown(),
  ),
}

const Print = Type.Object(printParts)
type Shapes = typeof printBlockShapes
export type PrintBlock = { [Word in keyof Shapes]: Type.Static<Shapes[Word]> }[keyof Shapes]
export type PrintDocument = Type.Static<typeof Print> & { blocks: PrintBlock[] }
