import { saveQuery } from '#runtime/data/saved-queries.ts'
import { type SaveAnswer, SaveQuery } from '#runtime/fields/kit/advanced-query/SaveQuery.tsx'
import { useQueryChanges } from '#runtime/fields/kit/advanced-query/useQueryChanges.ts'
import { useSavedQueries } from '#runtime/fields/kit/advanced-query/useSavedQueries.ts'
import { useServices } from '#runtime/services/services.tsx'
import { type ListMemory, rememberView } from '../list-memory.ts'
import type { List } from '../useList.ts'
import { buildView, NO_VIEW } from './view-settings.ts'

interface Props {
  list: List
  memory: ListMemory
  onClose(): void
}

/** 保存为视图: the name of the list as it looks now, and who may use it. The list then shows the view. */
export function SaveView({ list, memory, onClose }: Props) {
  const { http, can, user, notify } = useServices()
  const { queries, reload } = useSavedQueries(list.plan.id)
  const { holder, send, resolveName } = useQueryChanges({ queries, reload })
  const save = async (input: SaveAnswer) => {
    const view = buildView(list, memory)
    if (!view) return notify('warning', NO_VIEW)
    const name = await resolveName('保存为视图', input)
    const answer = name && (await send(saveQuery(http, list.plan.id, { ...name, ...view })))
    if (!answer) return
    onClose()
    const { id } = answer.result
    rememberView(user.username, list.plan.id, id, memory)
    list.change({ saved: id })
  }
  return (
    <>
      {holder}
      <SaveQuery canPublish={can('sys:query:publish')} onSave={save} onClose={onClose} />
    </>
  )
}
