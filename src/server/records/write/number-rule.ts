import { sql } from 'kysely'
import type { NumberPart, SequenceReset } from '#runtime/kernel/numbering.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Db } from '../../platform/store/database.ts'

export const refuseNumber = defineRefusals({
  FILL_RULE_UNKNOWN: '编码规则「{code}」不存在，请在系统编码规则里新增',
  FILL_RULE_NO_DEPART: '编码规则「{code}」的编码里有部门编码，您没有部门，不能编号',
  FILL_RULE_NO_SEQUENCE: '编码规则「{code}」没有流水号，请在系统编码规则里补上',
})

/** A code rule: how numbers are made that fields and clients request by its code. */
export interface NumberRule {
  code: string
  /** Numbers are taken only where they are stored, so that none is skipped. */
  isGapless: boolean
  parts: NumberPart[]
}

/** A row of the rule's parts; columns that its kind does not use may be null. */
export interface PartRow {
  kind: string
  content: string | null
  width: number | null
  reset: string | null
  startAt: number | null
}

export const DEFAULT_WIDTH = 4

/** The part that a row describes. */
export function buildPart({ kind, content, width, reset, startAt }: PartRow): NumberPart {
  if (kind === 'date') return { kind, format: content ?? '' }
  if (kind === 'depart') return { kind }
  if (kind === 'sequence')
    return {
      kind,
      width: width ?? DEFAULT_WIDTH,
      reset: (reset as SequenceReset | null) ?? 'none',
      start: startAt ?? 1,
    }
  return { kind: 'text', text: content ?? '' }
}

/** Reads a rule as it is now. Refuses an unknown code, and a rule that can make no numbers. */
export async function readNumberRule(db: Db, code: string): Promise<NumberRule> {
  const { rows } = await sql<PartRow & { gapless: number | null }>`
    select r.gapless, p.kind, p.content, p.width, p.reset, p.start_at as "startAt"
    from sys_fill_rule r left join sys_fill_rule_part p on p.rule_id = r.id
    where r.rule_code = ${code} order by p.order_num, p.id`.execute(db)
  if (!rows[0]) throw refuseNumber('FILL_RULE_UNKNOWN', { values: { code } })
  const parts = rows.map(buildPart)
  if (parts.filter(({ kind }) => kind === 'sequence').length !== 1)
    throw refuseNumber('FILL_RULE_NO_SEQUENCE', { values: { code } })
  return { code, isGapless: rows[0].gapless !== 0, parts }
}
