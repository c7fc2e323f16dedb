import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { currentTime } from './clock.ts'
import type { Db } from './database.ts'

const INSTANCES = 1000
const IDS_PER_MILLISECOND = 1000

/**
 * Makes ids of 19 digits that grow with time: 13 of milliseconds, 3 of the instance, 3 of a counter. Instances with
 * different numbers (0 to 999) never make the same id. After 1000 ids in a millisecond the ids run ahead of the clock.
 */
export function createSnowflakes(
  instance: number,
  now: () => number = () => currentTime().getTime(),
): () => string {
  const digits = String(instance).padStart(3, '0')
  let millisecond = 0
  let count = 0
  return () => {
    const current = now()
    if (current > millisecond) {
      millisecond = current
      count = 0
    } else if (++count === IDS_PER_MILLISECOND) {
      millisecond++
      count = 0
    }
    return `${millisecond}${digits}${String(count).padStart(3, '0')}`
  }
}

/** A number that no other server of the database has had in its last thousand starts. */
export async function drawInstanceNumber(owner: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select nextval('sys_instance_number') as number`.execute(owner)
  return Number(rows[0]?.number)
}

/** Commands and tests write without a number of their own. */
let next = createSnowflakes(randomInt(INSTANCES))

/** Sets the instance number that further ids of this process contain. */
export const setInstanceNumber = (instance: number): void => {
  next = createSnowflakes(instance)
}

export const nextSnowflake = (): string => next()
