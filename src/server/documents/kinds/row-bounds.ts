import { parseExpression } from '#runtime/kernel/expression.ts'
import type { StoredReport, StoredScreen } from '#runtime/schema/types.ts'
import type { RowBound } from '../../platform/http/limits/beyond.ts'
import { listCode } from './list.ts'

/** The attributes of a user that decide on rows and that several users share. */
const shared = ['orgCode', 'roles'] as const

const listReads = (expression: string): Set<string> => {
  const read = parseExpression(expression)
  const names = new Set(read.ok ? read.value.names : [])
  return new Set(shared.filter((name) => names.has(`user.${name}`)))
}

const boundBy = (
  document: StoredScreen | StoredReport,
  expression: string,
  unless: string | undefined,
): RowBound[] => {
  const reads = listReads(expression)
  return reads.size > 0 ? [{ listCode: listCode(document), unless, reads }] : []
}

/** The row rules of a screen that compare departments or roles of users, or bind holders of some roles only. */
export const boundsOfScreen = (screen: StoredScreen): RowBound[] =>
  (screen.rowRules ?? []).flatMap(({ where, unless, roles }) => [
    ...boundBy(screen, where, unless),
    ...(roles ? [{ listCode: listCode(screen), unless, reads: new Set<string>(), roles }] : []),
  ])

/** The hidden parameters of a report whose values are departments or roles of users. */
export const boundsOfReport = (report: StoredReport): RowBound[] =>
  (report.params ?? []).flatMap(({ type, defaultValue, unless }) =>
    type === 'hidden' && typeof defaultValue === 'string' && defaultValue.startsWith('=')
      ? boundBy(report, defaultValue.slice(1), unless)
      : [],
  )
