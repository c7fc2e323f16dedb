import type { FirstPassword } from '../modules/session/seed.ts'
import type { Config } from '../platform/config.ts'
import { openLog } from '../platform/log.ts'
import { type EmbeddedServer, startEmbedded } from '../platform/store/embedded/embedded.ts'
import { lockFolder } from '../platform/store/embedded/lock.ts'
import type { Application } from './compose.ts'
import type { Answering, Undo } from './run.ts'
import type { BaseServices } from './services.ts'

export interface Running extends Answering {
  stop(): Promise<void>
}

/**
 * Starts all parts in order; started parts are stopped in reverse order when a later step fails or `stop` is called. The
 * embedded database starts while the modules of the server are loaded: this module imports little.
 * `onFirstPassword` receives users created by this start at once, so that their passwords are not lost when a later step fails.
 */
export async function startServer<S extends BaseServices>(
  config: Config,
  application: Application<S> | Promise<Application<S>>,
  onFirstPassword: (first: FirstPassword) => void,
): Promise<Running> {
  // Standard output belongs to the calling program; the log goes to standard error.
  const { log, flush } = openLog(config.logLevel)
  const undos: Undo[] = [flush]
  const onStop = (undo: Undo) => void undos.unshift(undo)
  let stopped: Promise<void> | null = null
  const undoAll = async () => {
    for (const undo of undos) {
      await Promise.resolve()
        .then(undo)
        .catch((error: unknown) => log.error({ err: error }, 'stopping'))
    }
  }
  const stop = (): Promise<void> => {
    stopped ??= undoAll()
    return stopped
  }

  try {
    let embedded: Promise<EmbeddedServer> | null = null
    if (!config.databaseUrl) {
      // With DATABASE_URL several servers may share the file folder.
      onStop(await lockFolder(config.dataDir, { onWait: (text) => log.warn(text) }))
      const starting = startEmbedded(config.dataDir)
      // It may fail before `runServer` waits for it.
      const started = starting.catch(() => null)
      onStop(async () => await (await started)?.stop())
      embedded = starting
    }
    const [{ runServer }, parts] = await Promise.all([import('./run.ts'), application])
    const { address, outdated } = await runServer({ config, log, onStop }, parts, {
      embedded,
      onFirstPassword,
    })
    return { address, outdated: outdated.finally(stop), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
