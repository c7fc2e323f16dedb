import Type from 'typebox'
import { asText, type JsonObject } from '#runtime/kernel/json.ts'
import { declares, type FieldsContext, referField } from '../../../checks/context.ts'
import { checkExpression } from '../../../checks/expressions/expressions.ts'
import { inText, type Path, textSpan } from '../../../checks/report.ts'
import { closed, Expression, Text } from '../../../language/base.ts'
import { optional, required, withUse, words } from '../../../language/property.ts'

/** What the checks of a print block read: the fields are those of the printed screen. */
export interface PrintBlockContext extends FieldsContext {
  /** The id of the screen, and the screen as it is served. */
  screenId: string
  screen: JsonObject
  /** The path of the block in its document. */
  path: Path
}

/**
 * The language of a print block: its shape and its checks. Server and scripts load it. A block under check may be broken
 * anywhere.
 */
export interface PrintBlockShape<
  Name extends string = string,
  P extends Type.TProperties = Type.TProperties,
> {
  name: Name
  title: string
  /** The properties besides `type`, in the order of a formatted document. */
  shape: P
  check?(block: JsonObject, context: PrintBlockContext): void
}

export const definePrintBlockShape = <const Name extends string, P extends Type.TProperties>(
  definition: PrintBlockShape<Name, P>,
): PrintBlockShape<Name, P> => definition

/** What every block has besides its type. */
const common = {
  when: withUse(
    { isCommon: true },
    optional('何时印', '满足这个条件才印这一块，缺省总是印', "fstates == '已审核'", Expression),
  ),
}

/** The shape of a whole block. */
export const wholeShape = ({ shape }: PrintBlockShape, type: Type.TSchema) =>
  Type.Object({ type, ...common, ...shape }, closed)

/** A block of a definition. */
export type PrintBlockOf<D> =
  D extends PrintBlockShape<infer Name, infer P>
    ? { type: Name } & Type.Static<Type.TObject<typeof common>> & Type.Static<Type.TObject<P>>
    : never

/** Checks the keywords that every block has. */
export function checkCommon({ when }: JsonObject, context: PrintBlockContext): void {
  checkExpression(context, context.head, [...context.path, 'when'], when, 'bare')
}

/** Text with placeholders: `{fbillno}` is the printed value of a field, `{capitals(famount)}` the result of an expression. */
export const PrintText = Type.String({ minLength: 1, maxLength: 2000 })

export const title = withUse({ isCommon: true }, optional('标题', '块的标题', '入库明细', Text))
/** One row of the tables in schemas/README.md describes a key of several blocks. */
export const columnsText = ['列', '明细表印哪些字段；字段块写分几列，1 到 6，缺省 3'] as const
export const heightText = ['高', '毫米，缺省条码 12、二维码 20、图片 30'] as const
export const printText = (example: string) =>
  withUse({ isCommon: true }, required('文字', '可以写 {字段}，也可以写 {表达式}', example, PrintText))

/** The block is not broken at the end of a page. */
export const keep = optional('不拆开', '一页印不下时整块移到下一页', true, Type.Boolean())
export const align = optional(
  '对齐',
  '缺省靠左',
  'center',
  words({ left: '靠左', center: '居中', right: '靠右' }),
)

/** Checks the placeholders of a text: a field of the screen, or an expression over its fields. */
export function checkText(context: PrintBlockContext, path: Path, text: unknown): void {
  if (typeof text !== 'string') return
  const rest = text.replace(/\{([^{}]*)\}/g, (_, inner: string, at: number) => {
    const key = inner.trim()
    const from = at + 1 + inner.indexOf(key)
    const isTable = context.details.some(({ detail }) => detail === key)
    if (isTable)
      context.report(path, {
        code: 'BAD_VALUE',
        text: `「${key}」是明细表，请另写一块 { "type": "table", "detail": "${key}" }`,
      })
    else if (declares(context.head, key, true))
      context.report.refer?.(path, referField(context, context.head, key), textSpan(key, from))
    else
      checkExpression({ ...context, report: inText(context.report, from) }, context.head, path, key, 'bare')
    return ''
  })
  if (/[{}]/.test(rest))
    context.report(path, { code: 'BAD_VALUE', text: '花括号要成对，里面写字段或表达式，如 {fbillno}' })
}

/** The check of a block whose text has placeholders. */
export const checkOwnText = ({ text }: JsonObject, context: PrintBlockContext): void =>
  checkText(context, [...context.path, 'text'], text)

/** The fixed part of a text, without its placeholders. */
export const fixedText = (text: unknown): string => asText(text)?.replace(/\{[^{}]*\}/g, '') ?? ''
