import { findMask } from '#runtime/kernel/text/mask.ts'
import { allFields, codeOfAction, pageVerbs, unmaskCode } from './action-codes.ts'
import { getPerm, type ScreenView } from './derive.ts'
import type { ReportDocument } from './types.ts'

/** The codes of a document that are given one by one; those of its page never widen. */
function distinct(
  document: Pick<ScreenView, 'id' | 'perm'>,
  codes: readonly (string | undefined)[],
): string[] {
  const common = new Set(pageVerbs.map((verb) => `${getPerm(document)}:${verb}`))
  return [...new Set(codes)].flatMap((code) => (code === undefined || common.has(code) ? [] : [code]))
}

/** The codes of the moves of a screen, in the order of its flow. */
export const moveCodes = (screen: Pick<ScreenView, 'id' | 'perm' | 'flow'>): string[] =>
  (screen.flow?.moves ?? []).map(({ code }) => codeOfAction(screen, code))

/**
 * The codes of a screen that give more than its page: to move its records through the approval, to read and to change single
 * columns, to read masked values, and to see rows that a rule hides from others.
 */
export function wideningCodes(
  screen: Pick<ScreenView, 'id' | 'perm' | 'fields' | 'flow' | 'rowRules'>,
): string[] {
  const fields = allFields(screen.fields)
  return distinct(screen, [
    ...moveCodes(screen),
    ...fields.flatMap(({ access }) => [access?.read, access?.edit]),
    ...(fields.some(findMask) ? [unmaskCode(screen)] : []),
    ...(screen.rowRules ?? []).map(({ unless }) => unless),
  ])
}

/** The codes of a report that give more than its page. */
export const reportWideningCodes = (
  report: Pick<ReportDocument, 'id' | 'perm' | 'fields' | 'params'>,
): string[] =>
  distinct(report, [
    ...report.fields.map(({ access }) => access?.read),
    ...(report.fields.some(findMask) ? [unmaskCode(report)] : []),
    ...(report.params ?? []).map(({ unless }) => unless),
  ])
