import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from './abuse/attack.ts'
import { attacks } from './abuse/attacks.ts'
import { createClient, signIn } from './abuse/client.ts'
import { PASSWORD, startTarget } from './abuse/server.ts'
import { bill, openStaff } from './abuse/staff.ts'
import { waitingAttacks } from './abuse/waiting-attacks.ts'
import type { Budget } from './measure/budget.ts'

const MAX_P95_MS = 500
const MAX_ADDED_MS = 500
const MAX_MEMORY_MB = 600
const COLLEAGUES = 60

/** Ten people work while one of the attacks after the other runs against the built server. */
async function benchAttacks(attacks: readonly Attack[]): Promise<Budget[]> {
  const target = await startTarget()
  const budgets: Budget[] = []
  try {
    const staff = await openStaff(target)
    // What errands cost by themselves is no fault of an attack.
    const allErrands = [...new Set(attacks.flatMap(({ errands = [] }) => errands))]
    const calm = await staff.workDuring(async () => undefined, allErrands)
    const calmMedian = new Map(calm.errands.map(({ errand, median }) => [errand, median]))
    for (const { name, errands = [], prepare, run } of attacks) {
      await prepare?.(target)
      const experience = await staff.workDuring(() => run(target), errands)
      const { p95, failures, memory, count } = experience
      for (const failure of failures.slice(0, 3)) console.log(`     ${failure}`)
      budgets.push(
        { name: `${name}: p95 of ${count} requests of others`, value: p95, limit: MAX_P95_MS, unit: 'ms' },
        ...experience.errands.map(({ errand, count: errandCount, median }) => ({
          name: `${name}: added to the median of ${errandCount} ${errand.name} of others (${median.toFixed(0)} ms)`,
          value: median - (calmMedian.get(errand) ?? 0),
          limit: MAX_ADDED_MS,
          unit: 'ms',
        })),
        { name: `${name}: failures of others`, value: failures.length, limit: 0, unit: '' },
        { name: `${name}: resident memory`, value: memory, limit: MAX_MEMORY_MB, unit: 'MB' },
      )
    }
  } finally {
    await target.stop()
  }
  return budgets
}

/** Sixty colleagues behind one address sign in at once; then fifty wrong guesses come from it. */
async function benchOneAddress(): Promise<Budget[]> {
  const target = await startTarget()
  try {
    const send = createClient(target.url)
    const enter = (username: string) =>
      signIn(send, username, PASSWORD).then(
        () => true,
        () => false,
      )
    await enter('admin')
    const entered = await Promise.all(
      Array.from({ length: COLLEAGUES }, (_, at) => enter(target.staff[at % target.staff.length] ?? '')),
    )
    for (let at = 0; at < 50; at++)
      await send('/sys/login', {
        method: 'POST',
        body: JSON.stringify({ username: `stranger${at}`, password: 'wrong-guess-1' }),
      })
    const isAdminIn = await enter('admin')
    return [
      {
        name: `right passwords refused, of ${COLLEAGUES} at once from one address`,
        value: entered.filter((isIn) => !isIn).length,
        limit: 0,
        unit: '',
      },
      {
        name: 'administrator refused on a known device after 50 wrong guesses of others',
        value: isAdminIn ? 0 : 1,
        limit: 0,
        unit: '',
      },
    ]
  } finally {
    await target.stop()
  }
}

/** A stop while saves run, with a log that nobody reads: every save is answered and the server ends by itself. */
async function benchStop(): Promise<Budget[]> {
  const target = await startTarget({ isLogUnread: true, env: { LOG_LEVEL: 'trace' } })
  const send = createClient(target.url)
  const token = await signIn(send, 'clerk', PASSWORD)
  const body = JSON.stringify(bill(300))
  const saves = Promise.all(
    Array.from({ length: 8 }, () => send('/resource/stock/in-bill/add', { method: 'POST', token, body })),
  )
  await sleep(30)
  const [code, replies] = await Promise.all([target.stop(), saves])
  return [
    { name: 'exit code of a stop during eight saves, log unread', value: code ?? 1, limit: 0, unit: '' },
    {
      name: 'saves under way at the stop that got no answer',
      value: replies.filter(({ status }) => status === 0).length,
      limit: 0,
      unit: '',
    },
  ]
}

/** The built server under abuse, beside people who do their work (issue: nobody's request slows the others). */
export async function benchAbuse(): Promise<Budget[]> {
  return [
    ...(await benchAttacks(attacks)),
    ...(await benchAttacks(waitingAttacks)),
    ...(await benchOneAddress()),
    ...(await benchStop()),
  ]
}
