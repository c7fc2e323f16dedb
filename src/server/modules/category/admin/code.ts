import { sql } from 'kysely'
import type { Trx } from '../../../platform/store/database.ts'

/** `A` to `Z`, then 01 to 99: so many siblings a category may have. */
const LAST_NUMBER = 99
const FIRST = 'A01'
/** The characters of a code for each level of its place. */
export const PART_LENGTH = FIRST.length

/** The code part after another one: A01 → A02, A99 → B01; null after Z99. */
export function nextPart(part: string | null): string | null {
  if (part === null) return FIRST
  const letter = part.charCodeAt(0)
  const number = Number(part.slice(1))
  if (number < LAST_NUMBER) return `${part[0]}${String(number + 1).padStart(2, '0')}`
  return part[0] === 'Z' ? null : `${String.fromCharCode(letter + 1)}01`
}

/** The code of a new category below `parent` (empty at the top); null when all codes are used. Called with the tree locked. */
export async function nextCode(trx: Trx, parent: string): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select code from sys_category
    where starts_with(code, ${parent}) and substr(code, ${parent.length + 1}) ~ '^[A-Z][0-9]{2}$'
    order by code desc limit 1`.execute(trx)
  const last = rows[0]?.code.slice(parent.length) ?? null
  const part = nextPart(last)
  return part === null ? null : parent + part
}
