import type { Job } from '../../platform/jobs/jobs.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { giveBackTaken, listUnplanned, planAgain } from './planning.ts'
import { endInterrupted, removeOldRuns } from './runs.ts'

type WatchServices = Pick<PlatformServices, 'db' | 'log'>

/**
 * Ends the runs of servers that were killed, gives back what they had taken, and plans the jobs that are started without a run in the queue, such as those of a database that was filled otherwise.
 */
export async function watch({ db, log }: WatchServices): Promise<void> {
  const interrupted = await endInterrupted(db)
  if (interrupted > 0) log.warn({ runs: interrupted }, 'servers ended during scheduled jobs')
  const taken = await giveBackTaken(db.owner)
  if (taken > 0) log.warn({ runs: taken }, 'servers ended with runs that they had taken')
  for (const id of await listUnplanned(db.owner)) await db.write((trx) => planAgain(trx, id))
  await removeOldRuns(db.app)
}

export const watchJob: Job<WatchServices> = {
  name: 'watch-scheduled-jobs',
  schedule: '* * * * *',
  catchUp: 60_000,
  run: watch,
}
