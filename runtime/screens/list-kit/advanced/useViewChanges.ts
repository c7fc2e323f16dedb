import {
  orderQueries,
  removeQuery,
  renameQuery,
  type SavedQuery,
  saveQuery,
  setDefaultQuery,
} from '#runtime/data/saved-queries.ts'
import { useQueryChanges } from '#runtime/fields/kit/advanced-query/useQueryChanges.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { ListMemory } from '../list-memory.ts'
import type { List } from '../useList.ts'
import { ALL, type useViews } from './useViews.ts'
import { buildView } from './view-settings.ts'

const MAX_TITLE = 50

/** The changes of a saved view; `holder` draws their questions. */
export function useViewChanges(list: List, memory: ListMemory, views: ReturnType<typeof useViews>) {
  const { http } = useServices()
  const { id: listId } = list.plan
  const { queries } = views
  const { holder, modal, send, confirmRemoval } = useQueryChanges(views)
  return {
    holder,
    /** Writes what the list shows now into the view. */
    async update({ title, visibility }: SavedQuery) {
      await send(saveQuery(http, listId, { title, visibility, overwrite: true, ...buildView(list, memory) }))
    },
    async rename({ id, title }: SavedQuery) {
      const { askForText } = await import('#runtime/ui/overlay/ask-text.tsx')
      const question = {
        title: `重命名「${title}」`,
        label: '视图名称',
        required: true,
        note: '',
        okText: '保存',
      }
      const name = await askForText(modal, { ...question, maxLength: MAX_TITLE })
      if (name) await send(renameQuery(http, listId, id, name))
    },
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
