import { randomUUID } from 'node:crypto'
import type { Db } from './database.ts'

export interface LogEntry {
  /** 1 = sign-in, 2 = operation. */
  type: 1 | 2
  content: string
  username: string
  ip: string
  route: string
  /** False when it was refused. */
  ok?: boolean
}

/** Writes a line of the log of sign-ins and operations. */
export async function writeLog(
  db: Db,
  { type, content, username, ip, route, ok = true }: LogEntry,
): Promise<void> {
  await db
    .insertInto('sys_log')
    .values({
      id: randomUUID(),
      log_type: type,
      log_content: content.slice(0, 1000),
      username,
      ip,
      route,
      ok,
    })
    .execute()
}
