import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { joinInstances } from '#server/app/join-instances.ts'
import { issueVisit, readVisit } from '#server/modules/public-form/visit.ts'
import { createTotpSecret, totpCode, totpStep } from '#server/modules/session/second-factor/totp.ts'
import { compareClocks, currentTime } from '#server/platform/store/clock.ts'
import { nextSnowflake } from '#server/platform/store/snowflake.ts'
import { openTestDatabase, type TestDatabase } from '../../../support/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

const secrets = { sign: (text: string) => text } as never
const TEN_MINUTES = 600_000

it.each([
  ['ahead', TEN_MINUTES],
  ['behind', -TEN_MINUTES],
])(
  'an instance whose clock is ten minutes %s decides by the clock of the database, and says so',
  async (_, shift) => {
    // What other instances, and the telephones of people, have written.
    const visit = issueVisit(secrets, 'form', Date.now() - 60_000)
    const secret = createTotpSecret()
    const code = totpCode(secret, Date.now())
    const actual = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: actual + shift })
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    try {
      const { leave } = await joinInstances({ db: database.db, log, migrations: {} }, 3000)
      expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
        'the clock of this machine differs from that of the database',
      ])
      expect(Math.abs(currentTime().getTime() - actual)).toBeLessThan(30_000)
      expect(readVisit(secrets, 'form', visit)).toMatchObject({ isTooFast: false })
      expect(totpStep(secret, code)).not.toBeNull()
      expect(Math.abs(Number(nextSnowflake().slice(0, 13)) - actual)).toBeLessThan(30_000)
      await leave()
    } finally {
      vi.useRealTimers()
      expect(await compareClocks(database.db.app)).toBe(0)
    }
  },
)
