import { randomInt } from 'node:crypto'
import { minutesFromNow, now } from '../../../platform/store/clock.ts'
import type { Database } from '../../../platform/store/database.ts'

/** Digits as strokes in a box of 4 × 7: any script could read text in the picture. */
const strokes = [
  '0,1 0,6 1,7 3,7 4,6 4,1 3,0 1,0 0,1',
  '1,1 2,0 2,7 1,7 3,7',
  '0,1 1,0 3,0 4,1 4,3 0,7 4,7',
  '0,1 1,0 3,0 4,1 4,2 3,3 2,3 3,3 4,4 4,6 3,7 1,7 0,6',
  '3,7 3,0 0,5 4,5',
  '4,0 0,0 0,3 3,3 4,4 4,6 3,7 0,7',
  '4,0 2,0 0,3 0,6 1,7 3,7 4,6 4,4 3,3 0,4',
  '0,0 4,0 1,7',
  '1,3 0,2 0,1 1,0 3,0 4,1 4,2 3,3 1,3 0,4 0,6 1,7 3,7 4,6 4,4 3,3',
  '4,3 1,4 0,3 0,1 1,0 3,0 4,1 4,4 2,7 0,7',
]

const jitter = (size: number): number => (randomInt(1000) / 1000 - 0.5) * size

function drawDigit(digit: number, at: number): string {
  const scale = 3.4 + jitter(0.8)
  const turn = jitter(36)
  const points = (strokes[digit] ?? '').split(' ').map((point) => {
    const [x = 0, y = 0] = point.split(',').map(Number)
    return `${(x * scale + jitter(1.6)).toFixed(1)},${(y * scale + jitter(1.6)).toFixed(1)}`
  })
  return `<polyline transform="translate(${at} ${8 + jitter(6)}) rotate(${turn.toFixed(0)} 7 12)" points="${points.join(' ')}"/>`
}

function draw(answer: string): string {
  const digits = [...answer].map((digit, at) => drawDigit(Number(digit), 10 + at * 25)).join('')
  const noise = Array.from(
    { length: 4 },
    () => `<path d="M0 ${randomInt(40)} Q55 ${randomInt(40)} 110 ${randomInt(40)}"/>`,
  )
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="110" height="40" viewBox="0 0 110 40">' +
    `<g fill="none" stroke="#1f3a5f" stroke-width="2.2" stroke-linecap="round">${digits}</g>` +
    `<g fill="none" stroke="#8aa0b8" stroke-width="1">${noise.join('')}</g></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** Minutes for which a challenge can be solved. */
const MINUTES = 5

export interface Captcha {
  /** A picture for the caller's key; drawing again replaces the challenge. */
  draw(key: string): Promise<string>
  /** The first answer, right or wrong, uses a challenge up; `gone` = there is none or none any more. */
  solve(key: string, answer: string): Promise<'right' | 'wrong' | 'gone'>
}

/** Challenges are stored in the database, because the answer may reach another instance than the picture request. */
export function openCaptcha(db: Database): Captcha {
  return {
    async draw(key) {
      const answer = Array.from({ length: 4 }, () => randomInt(10)).join('')
      const challenge = { answer, expires: minutesFromNow(MINUTES) }
      await db.app
        .insertInto('sys_captcha')
        .values({ key, ...challenge })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(challenge))
        .execute()
      return draw(answer)
    },
    async solve(key, answer) {
      const challenge = await db.app
        .deleteFrom('sys_captcha')
        .where('key', '=', key)
        .where('expires', '>', now)
        .returning('answer')
        .executeTakeFirst()
      if (!challenge) return 'gone'
      return challenge.answer === answer.trim() ? 'right' : 'wrong'
    },
  }
}
