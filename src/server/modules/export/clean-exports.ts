import Type from 'typebox'
import { defineJobType } from '../../platform/jobs/job-type.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { sweepTable } from '../maintenance/interface.ts'
import { exportFolder, removeOrphans } from './files.ts'
import { EXPORT_DAYS, exportsOlderThan } from './store.ts'

type CleanServices = Pick<PlatformServices, 'db' | 'config'>

/** Removes the files of exports from more days ago; without such a job they are kept for `EXPORT_DAYS`. */
export const cleanExports = defineJobType({
  name: 'cleanExports',
  title: '清理导出文件',
  parameters: Type.Object({ days: Type.Integer({ minimum: 1 }) }),
  fault: (_services: CleanServices, { days }) =>
    days < EXPORT_DAYS
      ? undefined
      : { key: 'days', text: `导出文件平时就只留 ${EXPORT_DAYS} 天，请填更少的天数` },
  async run({ db, config }, { days }, { signal }) {
    const removed = await sweepTable(db, exportsOlderThan(days), signal)
    await removeOrphans(db.app, exportFolder(config), signal)
    signal.throwIfAborted()
    return `删除 ${removed} 个导出文件`
  },
})
