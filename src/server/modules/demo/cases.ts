import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { type ActBody, actOnTask, type OpinionServices } from '../workflow/interface.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const toDateText = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** What somebody does with the open task that is his. */
type Decision = readonly [
  by: 'admin' | 'clerk' | 'wu.siyuan',
  action: Exclude<ActBody['action'], 'remove'>,
  opinion: string,
  to?: string,
]

/** A record that its author submits, and what follows, with the days since. */
export interface DemoCase {
  daysAgo: number
  starter: 'clerk' | 'reader'
  decisions: readonly Decision[]
}

const leave = (
  starter: 'clerk' | 'reader',
  [daysAgo, begin, days]: readonly [number, number, number],
  reason: string,
  decisions: readonly Decision[],
) => ({ daysAgo, starter, begin, days, reason, decisions })

const leavePlan = [
  leave('reader', [63, 60, 1], '参加省馆方志编纂培训', [['admin', 'pass', '同意，回来请写一份小结']]),
  leave('clerk', [40, 38, 2], '家中有事', [['admin', 'pass', '同意']]),
  leave('reader', [26, 20, 5], '探亲', [['admin', 'refuse', '月底盘点，请改到下月']]),
  leave('clerk', [12, 10, 4], '体检和复查', [['admin', 'pass', '同意，手上的校样请先交给林书瑜']]),
  leave('reader', [3, -2, 2], '陪护家人', [['admin', 'transfer', '请了解一下值班安排', 'clerk']]),
  leave('clerk', [2, -4, 1], '办理证件', []),
]

/** Applications for leave, with what becomes of each. */
export const leaves = (start: Date): (DemoCase & { body: JsonObject })[] =>
  leavePlan.map(({ begin, days, reason, ...rest }) => ({
    ...rest,
    body: {
      name: rest.starter === 'clerk' ? '李文澜' : '周砚秋',
      beginDate: toDateText(start.getTime() - begin * DAY_MS),
      endDate: toDateText(start.getTime() - (begin - days + 1) * DAY_MS),
      days,
      reason,
    },
  }))

/** What becomes of the purchase orders that are not audited at once, by their place. */
export const orderCases: ReadonlyMap<number, DemoCase> = new Map<number, DemoCase>([
  [5, { daysAgo: 9, starter: 'clerk', decisions: [['admin', 'pass', '确需采购']] }],
  [6, { daysAgo: 5, starter: 'clerk', decisions: [['admin', 'refuse', '请附三家比价']] }],
])

/** What becomes of donations, by their place. */
export const donationCases: ReadonlyMap<number, DemoCase> = new Map<number, DemoCase>([
  [0, { daysAgo: 1, starter: 'clerk', decisions: [['wu.siyuan', 'pass', '品相与清单相符，估价合理']] }],
])

/** Carries out the decisions of a case, each in its own transaction, then dates it back: a step takes some hours. */
export async function decideCase(
  services: OpinionServices,
  person: (username: Decision[0]) => SessionUser,
  recordId: string,
  { daysAgo, decisions }: DemoCase,
): Promise<void> {
  for (const [by, action, opinion, to] of decisions) {
    const { rows } = await sql<{ id: string }>`
      select id from sys_workflow_task
      where record_id = ${recordId} and person = ${by} and status = 'open' and kind = 'decide'`.execute(
      services.db.app,
    )
    if (rows[0])
      await actOnTask(services, person(by), { task: rows[0].id, action, opinion, ...(to && { to }) })
  }
  await services.db.write((trx) =>
    sql`
      with found as (update sys_workflow_case set start_time = start_time - make_interval(days => ${daysAgo}),
          end_time = end_time - make_interval(days => ${daysAgo}) + interval '9 hours'
          where record_id = ${recordId} returning id, start_time),
        logs as (update sys_workflow_log l set create_time = f.start_time + case when l.action = '提交' then interval '0'
            else interval '9 hours' end from found f where l.case_id = f.id)
      update sys_workflow_task t set start_time = f.start_time, arrive_time = f.start_time + (t.visit - 1) * interval '9 hours',
        end_time = case when t.end_time is not null then f.start_time + t.visit * interval '9 hours' end
      from found f where t.case_id = f.id`.execute(trx),
  )
}
