import { Modal } from 'antd'
import type { ReactNode } from 'react'
import type { Answer } from '#runtime/data/http.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { useServices } from '#runtime/services/services.tsx'
import { textToShow } from '#runtime/ui/errors/error-message.ts'
import type { SaveAnswer } from './SaveQuery.tsx'
import type { useSavedQueries } from './useSavedQueries.ts'

const words = { okText: '确定', cancelText: '取消' } as const

interface SavedName extends SaveAnswer {
  /** A query of the user's own has this name and the user agreed to replace it. */
  overwrite: boolean
}

/** Sends the changes of a list's saved queries and says what came of each; `holder` draws the questions. */
export function useQueryChanges({
  queries,
  reload,
}: Pick<ReturnType<typeof useSavedQueries>, 'queries' | 'reload'>) {
  const { notify } = useServices()
  const [modal, holder] = Modal.useModal()

  /** The answer to the change; null when it failed. */
  const send = async <T>(work: Promise<Answer<T>>): Promise<Answer<T> | null> => {
    try {
      const answer = await work
      notify('success', answer.message)
      await reload()
      return answer
    } catch (error) {
      const text = textToShow(error)
      if (text) notify('warning', text)
      return null
    }
  }
  /** The name under which to save; undefined without one, or when the user keeps the query that has it. */
  const resolveName = async (heading: string, answer: SaveAnswer): Promise<SavedName | undefined> => {
    const title = answer.title.trim()
    if (title === '') {
      notify('warning', errorText('QUERY_NAME_EMPTY'))
      return undefined
    }
    const overwrite = queries.some((saved) => saved.isOwn && saved.title === title)
    const content = errorText('QUERY_NAME_EXISTS', { name: title })
    if (overwrite && !(await modal.confirm({ title: heading, content, ...words }))) return undefined
    return { ...answer, title, overwrite }
  }
  const confirmRemoval = async (heading: string): Promise<boolean> =>
    await modal.confirm({ title: heading, content: errorText('CONFIRM_QUERY_DELETE'), ...words })

  return { holder: holder as ReactNode, send, resolveName, confirmRemoval }
}
