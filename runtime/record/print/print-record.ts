import { canInState } from '#runtime/schema/field-rights.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import type { Values } from '../scope.ts'
import { getPrintPlan } from './blocks/plans.ts'
import type { PrintTemplate } from './print-template.ts'
import type { PrintedBlock } from './printed-block.ts'
import { buildPrinter, type PrintEnv } from './printer.ts'

/** The blocks of a template with the texts of a record. Fields that the user may not read are left out. */
export function printRecord(
  screen: ScreenDocument,
  template: PrintTemplate,
  record: Values,
  env: PrintEnv,
): PrintedBlock[] {
  const print = buildPrinter(screen, template, record, { ...env, can: canInState(env.can, screen, record) })
  return template.blocks.flatMap((block) => getPrintPlan(block).compile(block, print))
}

/** The screen's title and the number of the record: 入库单 RK202509250007; of several records their count: 入库单（共 3 条）. */
export function printName({ title, fields }: ScreenDocument, records: readonly Values[]): string {
  const [record] = records
  if (records.length > 1) return `${title}（共 ${records.length} 条）`
  const number = record?.[fields.find((field) => field.auto)?.key ?? '']
  return number ? `${title} ${String(number)}` : title
}

/** Whether a template prints the moves of its records. */
export const printsMoves = ({ blocks }: Pick<PrintTemplate, 'blocks'>): boolean =>
  blocks.some((block) => getPrintPlan(block).needsMoves === true)
