import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSnowflakes, drawInstanceNumber } from '#server/platform/store/snowflake.ts'
import { openTestDatabase, type TestDatabase } from '../../../support/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

const clock = Date.parse('2025-09-25T00:00:00Z')
const makeMany = (next: () => string, count: number) => Array.from({ length: count }, next)

describe('ids of records', () => {
  it('never meet when two instances write in the same milliseconds', async () => {
    const { owner } = database.db
    const numbers = [await drawInstanceNumber(owner), await drawInstanceNumber(owner)]
    const ids = numbers.flatMap((number) =>
      makeMany(
        createSnowflakes(number, () => clock),
        5000,
      ),
    )
    expect(new Set(ids).size).toBe(10_000)
  })

  it('have 19 digits and sort by time when one millisecond is not enough and the clock goes back', () => {
    let time = clock
    const next = createSnowflakes(7, () => time)
    const ids = makeMany(next, 2500)
    time -= 5000
    ids.push(next())
    time = clock + 60_000
    ids.push(next())
    expect(ids.every((id) => /^\d{19}$/.test(id))).toBe(true)
    expect([...new Set(ids)].sort()).toEqual(ids)
  })

  it('begin with a number between 0 and 999 when a database had a thousand starts', async () => {
    const { owner } = database.db
    await owner
      .selectNoFrom((eb) => eb.fn('setval', [eb.val('sys_instance_number'), eb.val(999)]).as('n'))
      .execute()
    expect(await drawInstanceNumber(owner)).toBe(0)
  })
})
