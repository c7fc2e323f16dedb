import type { JsonObject } from '#runtime/kernel/json.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { openDatabase } from '../../platform/store/database.ts'
import { findRunning } from '../../platform/store/embedded/embedded.ts'
import { buildLinks, prepareEmbedded } from '../../platform/store/roles.ts'
import { countStoredNames, type StoredProblem, storedProblems } from './stored-names.ts'

async function openLinks(config: Config) {
  if (config.databaseUrl) return buildLinks(config, () => undefined)
  const socketDir = findRunning(config.dataDir)
  return socketDir === null ? null : await prepareEmbedded(socketDir)
}

/**
 * Compares what documents name with the database that the server uses, if one is at hand: that of DATABASE_URL, or the embedded
 * one while it runs. Without one, or where it has not been prepared, returns in words what was not compared, and why. Changes
 * nothing in the database.
 */
export async function checkStoredNames(
  documents: readonly JsonObject[],
): Promise<{ problems: StoredProblem[]; unchecked: string }> {
  const counted = countStoredNames(documents)
  if (counted === '') return { problems: [], unchecked: '' }
  const config = readConfig(process.env)
  const leave = (reason: string) => ({ problems: [], unchecked: `${counted}，${reason}` })
  try {
    const links = await openLinks(config)
    if (!links) return leave('要有数据库才能查：请在服务器开着时再查，或设 DATABASE_URL')
    const db = await openDatabase(links)
    try {
      return { problems: await storedProblems(db.app, documents), unchecked: '' }
    } finally {
      await db.close()
    }
  } catch (error) {
    const reason = String((error as { code?: unknown }).code ?? (error as Error).message)
    return leave(`没有查成，因为连接不上数据库或者库里还没有表（${reason}）`)
  }
}
