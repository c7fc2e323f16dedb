import { useState } from 'react'
import {
  orderQueries,
  removeQuery,
  renameQuery,
  type SavedQuery,
  setDefaultQuery,
  updateQuery,
} from '#runtime/data/saved-queries.ts'
import { useQueryChanges } from '#runtime/fields/kit/advanced-query/useQueryChanges.ts'
import { useServices } from '#runtime/services/services.tsx'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import type { ListMemory } from '../list-memory.ts'
import type { List } from '../useList.ts'
import { ALL, type useViews } from './useViews.ts'
import { buildView, NO_VIEW } from './view-settings.ts'

const RenameView = lazyDialog(async () => (await import('./RenameView.tsx')).RenameView)

/** The changes of a saved view; `holder` draws their questions. */
export function useViewChanges(list: List, memory: ListMemory, views: ReturnType<typeof useViews>) {
  const { http, notify } = useServices()
  const { id: listId } = list.plan
  const { queries } = views
  const { holder, send, confirmRemoval } = useQueryChanges(views)
  const [renamed, setRenamed] = useState<SavedQuery | null>(null)
  const question = renamed && (
    <RenameView
      title={renamed.title}
      send={async (name) => (await send(renameQuery(http, listId, renamed.id, name))) !== null}
      onClose={() => setRenamed(null)}
    />
  )
  return {
    holder: (
      <>
        {holder}
        {question}
      </>
    ),
    /** Writes what the list shows now into the view. */
    async update({ id }: SavedQuery) {
      const view = buildView(list, memory)
      if (view) await send(updateQuery(http, listId, id, view))
      else notify('warning', NO_VIEW)
    },
    rename: setRenamed,
    /** Changes places with the view before (-1) or behind it (1). */
    async move({ id }: SavedQuery, by: -1 | 1) {
      const ids = queries.map((query) => query.id)
      const at = ids.indexOf(id)
      await send(orderQueries(http, listId, ids.toSpliced(at, 1).toSpliced(at + by, 0, id)))
    },
    async setDefault({ id, isDefault }: SavedQuery) {
      await send(setDefaultQuery(http, listId, isDefault ? null : id))
    },
    async remove({ id, title }: SavedQuery) {
      if (!(await confirmRemoval(`删除「${title}」`))) return
      if ((await send(removeQuery(http, listId, id))) && views.value === id) views.show(ALL)
    },
  }
}
