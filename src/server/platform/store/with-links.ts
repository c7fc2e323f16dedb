import type { Config } from '../config.ts'
import type { Links } from './database.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { buildLinks, prepareEmbedded } from './roles.ts'

/**
 * Runs a command on the database of the settings, whether or not a server is running: the embedded database of a running
 * server is used as it is.
 */
export async function withLinks<T>(
  config: Config,
  warn: (text: string) => void,
  work: (links: Links) => Promise<T>,
): Promise<T> {
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir)
  try {
    return await work(embedded ? await prepareEmbedded(embedded.socketDir) : buildLinks(config, warn))
  } finally {
    if (embedded?.adopted) embedded.leave()
    else await embedded?.stop()
  }
}
