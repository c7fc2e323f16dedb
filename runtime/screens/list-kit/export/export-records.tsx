import { listParams } from '#runtime/data/list-source.ts'
import { downloadFile, type File } from '#runtime/fields/kit/files/download-file.ts'
import { groupedSort } from '#runtime/schema/query/sort.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { ActionContext } from '../action-context.ts'
import { readRecentExports, requestExport } from './recent-exports.ts'

const ExportDialog = lazyPart(async () => (await import('./ExportDialog.tsx')).ExportDialog)

/** The file with the selected records, else with all records that the list finds, and the visible columns. */
function buildFile({ list, columns }: ActionContext): File {
  const { plan, state, conditions, selected } = list
  const fields = columns ?? plan.columns.map(({ key }) => key)
  // Selected records may be on pages of other conditions.
  const filter = selected.size > 0 ? {} : conditions
  const sort = groupedSort(state.sort, state.group)
  const {
    pageNo: _no,
    pageSize: _size,
    ...query
  } = listParams({ ...state, ...sort, fields, conditions: filter })
  const selections = selected.size > 0 ? { selections: [...selected.keys()].join(',') } : {}
  return { url: plan.url.exportXls, params: { ...query, ...selections }, name: `${plan.title}.xlsx` }
}

/**
 * Exports the records of a list: the file is saved at once, or a dialog shows the progress of a long export. The dialog is
 * shown first where the user has long exports, so that their files are found again.
 */
export async function exportRecords(scene: ActionContext): Promise<void> {
  const { screen, http, warn, show } = scene
  const file = buildFile(scene)
  if (!screen) return downloadFile(http, file, warn)
  const recent = await readRecentExports(http, screen.id).catch(() => [])
  if (recent.length === 0 && !(await requestExport(http, file, warn))) return
  show(<ExportDialog screen={screen.id} file={file} onClose={() => show(null)} />)
}
