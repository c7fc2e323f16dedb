import { Modal } from 'antd'
import { saveQuery } from '#runtime/data/saved-queries.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import { type SaveAnswer, SaveQuery } from '#runtime/fields/kit/advanced-query/SaveQuery.tsx'
import { useSavedQueries } from '#runtime/fields/kit/advanced-query/useSavedQueries.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { textToShow } from '#runtime/ui/error-message.ts'
import type { ListMemory } from '../table/list-memory.ts'
import type { List } from '../useList.ts'
import { viewOf } from './view-settings.ts'

interface Props {
  list: List
  memory: ListMemory
  onClose(): void
}

/** 保存为视图: the name of the list as it looks now, and who may use it. */
export function SaveView({ list, memory, onClose }: Props) {
  const { http, notify, can } = useRuntime()
  const { queries, reload } = useSavedQueries(list.plan.id)
  const [modal, questions] = Modal.useModal()
  const save = async ({ title: typed, visibility }: SaveAnswer) => {
    const title = typed.trim()
    if (title === '') return notify('warning', errorText('QUERY_NAME_EMPTY'))
    const overwrite = queries.some((saved) => saved.isOwn && saved.title === title)
    const content = errorText('QUERY_NAME_EXISTS', { name: title })
    const words = { okText: '确定', cancelText: '取消' }
    if (overwrite && !(await modal.confirm({ title: '保存为视图', content, ...words }))) return
    try {
      const { message } = await saveQuery(http, list.plan.id, {
        title,
        visibility,
        overwrite,
        ...viewOf(list, memory),
      })
      notify('success', message)
      await reload()
      onClose()
    } catch (error) {
      const text = textToShow(error)
      if (text) notify('warning', text)
    }
  }
  return (
    <>
      {questions}
      <SaveQuery
        heading="保存为视图"
        canPublish={can('sys:query:publish')}
        onSave={(answer) => void save(answer)}
        onClose={onClose}
      />
    </>
  )
}
