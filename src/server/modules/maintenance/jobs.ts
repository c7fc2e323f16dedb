import type { Job } from '../../platform/jobs/jobs.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { addPartitions, analyzePartitioned } from '../../platform/store/partitions/partitions.ts'
import { removeOldUploads, sweepFiles } from '../file/interface.ts'
import { archiveLog } from './archive-log.ts'
import { sweepRows } from './sweeps.ts'

const HOUR = 3_600_000

const removeOldRows: Job<PlatformServices> = {
  name: 'remove-old-rows',
  schedule: '20 * * * *',
  catchUp: HOUR,
  async run({ db, config, log }, signal) {
    const removed = await sweepRows(db, config, signal)
    log.info({ removed }, 'old rows were removed')
  },
}

const removeOrphanFiles: Job<PlatformServices> = {
  name: 'remove-orphan-files',
  // 03:40 in China.
  schedule: '40 19 * * *',
  catchUp: 24 * HOUR,
  async run({ db, config, files, log }, signal) {
    const unfinished = await removeOldUploads(config)
    const { parts, nameless, suspicious, missing } = await sweepFiles(db.app, files, signal)
    log.info({ parts, nameless, unfinished }, 'files of interrupted uploads were removed')
    if (suspicious > 0) log.warn({ files: suspicious }, 'files that the database does not know were kept')
    if (missing.length > 0)
      log.warn(
        { files: missing.length, paths: missing.slice(0, 5) },
        'stored files are not in the file store',
      )
  },
}

/** Partitions of the coming months are made long before they are needed, so a failure waits for the next run. */
const addMonths: Job<PlatformServices> = {
  name: 'add-partitions',
  // 03:30 in China.
  schedule: '30 19 * * *',
  catchUp: 24 * HOUR,
  async run({ db, log }) {
    const made = await addPartitions(db.owner)
    if (made.length > 0) log.info({ made }, 'partitions were made')
  },
}

const analyzeMonths: Job<PlatformServices> = {
  name: 'analyze-partitioned-tables',
  // 03:50 in China, after old months were archived.
  schedule: '50 19 * * *',
  catchUp: 24 * HOUR,
  run: ({ db }) => analyzePartitioned(db.owner),
}

const archiveOldLog: Job<PlatformServices> = {
  name: 'archive-old-log',
  // 03:45 in China.
  schedule: '45 19 * * *',
  catchUp: 24 * HOUR,
  async run({ db, config, log }) {
    if (config.logKeepDays === 0) return
    const archived = await archiveLog(db, config.logKeepDays)
    if (archived.length > 0) log.info({ archived }, 'old months of the log of sign-ins were archived')
  },
}

/**
 * Tables and the folder of uploads grow with use: old rows are removed hourly, files of interrupted uploads daily, and old months
 * of the log are archived.
 */
export const maintenanceJobs: readonly Job<PlatformServices>[] = [
  removeOldRows,
  removeOrphanFiles,
  addMonths,
  archiveOldLog,
  analyzeMonths,
]
