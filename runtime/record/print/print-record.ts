import { canInState } from '#runtime/schema/field-rights.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import type { Values } from '../scope.ts'
import { getPrintPlan } from './blocks/plans.ts'
import type { PrintTemplate } from './print-template.ts'
import type { PrintedBlock } from './printed-block.ts'
import { buildPrinter, type PrintEnv, type Printer } from './printer.ts'
import { fillRunning, type Running } from './running.ts'

const openPrinter = (
  screen: ScreenDocument,
  template: PrintTemplate,
  record: Values,
  env: PrintEnv,
): Printer => buildPrinter(screen, template, record, { ...env, can: canInState(env.can, screen, record) })

/** The drawn blocks of each block of a template with the texts of a record; none where the condition of the block is not met. */
export function printBlocks(
  screen: ScreenDocument,
  template: PrintTemplate,
  record: Values,
  env: PrintEnv,
): PrintedBlock[][] {
  const print = openPrinter(screen, template, record, env)
  return template.blocks.map((block) =>
    print.isMet(block.when) ? getPrintPlan(block).compile(block, print) : [],
  )
}

/** The blocks of a template with the texts of a record. Fields that the user may not read are left out. */
export const printRecord = (...parts: Parameters<typeof printBlocks>): PrintedBlock[] =>
  withoutIdleBreaks(printBlocks(...parts).flat())

/** The printed blocks without page breaks that would leave a page empty: at the ends, and after another one. */
export function withoutIdleBreaks<T extends { type: PrintedBlock['type'] }>(blocks: readonly T[]): T[] {
  const last = blocks.findLastIndex(({ type }) => type !== 'pageBreak')
  const content = blocks.slice(0, last + 1)
  return content.filter(
    ({ type }, at) => type !== 'pageBreak' || (at > 0 && content[at - 1]?.type !== 'pageBreak'),
  )
}

/** The header and the footer of a record's pages; `note` names the user and the time. */
export const printRunning = (
  screen: ScreenDocument,
  template: PrintTemplate,
  record: Values,
  env: PrintEnv,
  note: string,
): Running => fillRunning(template, openPrinter(screen, template, record, env).fill, note)

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
