import { detailColumns, formFields } from '#runtime/schema/derive.ts'
import type { FieldValues } from '#runtime/schema/field-value.ts'
import { type FormLayoutGroup, formLayout } from '#runtime/schema/form-layout.ts'
import type { PrintBlock, PrintDocument } from '#runtime/schema/kinds/print/shape.ts'
import { type DetailField, type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { decisionKeys, hasMoves } from '../moves.ts'

/** The part of a print template that decides what is printed. */
export type PrintTemplate = Pick<
  PrintDocument,
  'title' | 'page' | 'margins' | 'header' | 'footer' | 'labels' | 'copies' | 'blocks'
>

/** The field types, and the rights of the user for whom a record is printed. */
export interface PrintRights {
  types: FieldValues
  can(code: string): boolean
}

/** A detail table with more columns is printed on paper in landscape. */
const MAX_PORTRAIT_COLUMNS = 6

/** The template that follows from a screen: the groups of its form, its detail tables, the moves and the signatures of its flow. */
export function derivedTemplate(screen: ScreenDocument, env: PrintRights): PrintTemplate {
  const { columns, groups } = formLayout(screen, 'detail')
  const blocks = groups.flatMap((group) => groupBlocks(group, Math.max(2, columns), env))
  const isWide = formFields(screen, 'detail')
    .filter(isDetail)
    .some((detail) => printedKeys(detail, env).length > MAX_PORTRAIT_COLUMNS)
  return {
    title: screen.title,
    page: isWide ? 'A4 landscape' : 'A4',
    blocks: [
      { type: 'title', stamp: true },
      ...blocks,
      ...(hasMoves(screen) ? [{ type: 'moves' } as const] : []),
      ...signatureBlocks(screen),
    ],
  }
}

function groupBlocks(group: FormLayoutGroup, columnCount: number, env: PrintRights): PrintBlock[] {
  const heads = group.fields.filter((field) => !isDetail(field) && !isFile(field, env)).map(({ key }) => key)
  const title = group.title ?? group.tab
  const tables = group.fields.filter(isDetail).flatMap((detail): PrintBlock[] => {
    const keys = printedKeys(detail, env)
    const totals = detail.fields.filter(({ statistics }) => statistics?.includes('sum')).map(({ key }) => key)
    if (keys.length === 0) return []
    return [
      {
        type: 'table',
        title: detail.title ?? detail.key,
        detail: detail.key,
        columns: keys,
        ...(totals.length > 0 ? { totals } : {}),
      },
    ]
  })
  return heads.length > 0
    ? [{ type: 'fields', ...(title ? { title } : {}), fields: heads, columnCount }, ...tables]
    : tables
}

const isFile = ({ type }: Field, { types }: PrintRights): boolean => types.get(type)?.filePaths !== undefined

/** The stored columns of a detail table that are text: files and looked-up numbers are for the screen only. */
const printedKeys = (detail: DetailField, env: PrintRights): string[] =>
  detailColumns(detail, env.types)
    .filter(({ field }) => field.persist !== false && !isFile(field, env))
    .map(({ key }) => key)

/** The author, and for each move that records a person, that person. */
function signatureBlocks({ flow }: ScreenDocument): PrintBlock[] {
  if (!flow) return []
  const approvals = flow.moves.flatMap((move) => {
    const { person } = decisionKeys(move)
    return person === undefined ? [] : [`${move.title} {${person}}`]
  })
  return [
    { type: 'signatures', names: ['制单 {createBy}', ...(approvals.length > 0 ? approvals : ['审核'])] },
  ]
}
