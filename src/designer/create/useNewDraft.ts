import { useRef, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { randomName } from '#runtime/kernel/random.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { designApi } from '../api.ts'
import { useTakenIds } from './useTakenIds.ts'

/** A document to begin, with rows that were pasted for it. */
export interface DraftStart {
  body: JsonObject
  pasted?: { keys: string[]; rows: string[][] }
}

export const idPattern = /^[a-z][a-z0-9-]{0,39}\/[a-z][a-z0-9-]{0,59}$/

/** Why a new document cannot have this id and title; empty where it can. */
export const namingFault = (id: string, title: string, taken: ReadonlySet<string>): string =>
  !idPattern.test(id)
    ? '编号写作 分组/名称，只用小写字母、数字和连字符，如 base/cabinet'
    : taken.has(id)
      ? '已有这个编号的文档，请换一个'
      : title.trim() === ''
        ? '请填写名称'
        : ''

/** Begins a new document as a draft of the user; `taken` has the ids that it cannot have. */
export function useNewDraft(onCreated: (id: string) => void) {
  const { http } = useServices()
  const taken = useTakenIds()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  /** The draft that was stored although a later step failed: the next attempt goes on from it. */
  const stored = useRef<{ id: string; version: string } | null>(null)
  /** `settle` is called before the page of the draft opens: what was typed is stored. */
  const begin = async ({ body, pasted }: DraftStart, settle = () => {}) => {
    const id = String(body.id)
    setBusy(true)
    setFailure('')
    try {
      const api = designApi(http)
      const version = randomName()
      const previous = stored.current?.id === id ? stored.current.version : null
      await api.saveDraft(id, null, body, { previous, version })
      stored.current = { id, version }
      if (pasted && pasted.rows.length > 0) await api.saveRows(id, pasted)
      settle()
      onCreated(id)
    } catch (error) {
      setFailure(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return { taken, begin, isBusy, failure }
}

export type NewDraft = ReturnType<typeof useNewDraft>
