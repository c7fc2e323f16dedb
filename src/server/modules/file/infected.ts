import type { FastifyRequest } from 'fastify'
import { AppError } from '#runtime/kernel/errors.ts'
import type { Db } from '../../platform/store/database.ts'
import { writeLog } from '../../platform/store/system-log.ts'

/** Notes an upload that was refused because of a virus in the log of operations; returns whether it was. */
export async function logInfected(
  db: Db,
  { user: { username }, ip, routeOptions }: FastifyRequest,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof AppError) || error.reason !== 'FILE_INFECTED') return false
  const route = routeOptions.url ?? ''
  await writeLog(db, { type: 2, content: `上传被拒：${error.text}`, username, ip, route, ok: false })
  return true
}
