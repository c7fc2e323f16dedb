import { useCallback, useEffect, useRef, useState } from 'react'
import { isEditableRow } from '#runtime/compile/action-availability.ts'
import { useLive } from '#runtime/data/hooks.ts'
import type { RecordNotice } from '#runtime/data/table-sync.ts'
import { mergeRecords } from '#runtime/record/changes/merge.ts'
import { rebase, takeTheirs } from '#runtime/record/rows/rebase.ts'
import type { Values } from '#runtime/record/scope.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useTableSyncChannel } from '#runtime/services/table-sync.ts'
import type { Session } from '../session.ts'

interface Setup {
  /** Null: a new record has no room. */
  room: string | null
  session: Session | null
  /** A save of this form is in progress, or a conflict waits for a decision: the save merges by itself. */
  isBusy: boolean
  load(): Promise<Values>
  /** Continues with a record whose state allows another mode. */
  replace(record: Values): void
}

const verbs = {
  saved: '已保存此记录',
  moved: '已处理此记录',
  removed: '已删除此记录',
  undone: '已撤销',
  missed: '此记录已被修改',
} as const

/** A save of another user; or an undo by this one, or changes during a gap of the socket, which have no name. */
type Change = RecordNotice | { type: 'undone' | 'missed'; rev: undefined; name: '' }

/**
 * The other users with the record open, their saves, and the undos of this user's operations: what these changed and this form
 * did not is taken at once. Where both changed the same value nothing is taken: the merge of the next save asks.
 */
export function useOthers({ room, session, ...more }: Setup) {
  const tableSync = useTableSyncChannel()
  const { user } = useServices()
  const [names, setNames] = useState<readonly string[]>([])
  const [note, setNote] = useState<string | null>(null)
  const [savers, setSavers] = useState<readonly string[]>([])
  const latest = useRef({ session, ...more })
  latest.current = { session, ...more }

  const take = useCallback(async ({ type, rev, name }: Change) => {
    const say = (text: string) => setNote(`${name}${verbs[type]}${text}`)
    if (type === 'removed') return say('')
    const isNew = (revision: unknown) => {
      const loadedRevision = latest.current.session?.model.initial.rev
      return (
        revision === undefined || loadedRevision === undefined || Number(revision) > Number(loadedRevision)
      )
    }
    if (!isNew(rev)) return
    if (type === 'saved') setSavers((names) => [...new Set([...names, name])])
    if (latest.current.isBusy) return
    const theirs = await latest.current.load()
    const { session: now, isBusy, replace } = latest.current
    if (!now || isBusy || !isNew(theirs.rev)) return
    const { model, screen } = now
    // Typed letters are stored already, their listeners may still wait.
    model.flushNotifications()
    const mode = isEditableRow(screen.flow, theirs) ? 'editable' : 'protected'
    const before = isEditableRow(screen.flow, model.initial) ? 'editable' : 'protected'
    if (!model.isChanged) {
      if (mode === before) takeTheirs(model, theirs)
      else replace(theirs)
      return say('，已显示最新内容')
    }
    if (mode === 'protected') return say('，您的修改已不能保存')
    if (mergeRecords(screen, model.initial, model.record, theirs).conflicts.length > 0)
      return say('，与您的修改有冲突，保存时请选择')
    rebase(model, theirs)
    say('，已与您的修改合并')
  }, [])

  useLive((frame) => {
    if (frame.cmd !== 'undone' || !('screen' in frame)) return
    if (room === null || frame.screen !== session?.model.screen.id) return
    // A failed load: the next save merges.
    void take({ type: 'undone', rev: undefined, name: '' }).catch(() => undefined)
  })

  useEffect(() => {
    if (!tableSync || room === null) return
    const leave = tableSync.join(room, {
      onPeople: (others) =>
        setNames([...new Set(others.map(({ name }) => name))].filter((name) => name !== user.realname)),
      // Before the record is loaded nothing can be missed; without a revision nothing shows that it was.
      onAdmitted: () => {
        if (latest.current.session?.model.initial.rev === undefined) return
        void take({ type: 'missed', rev: undefined, name: '' }).catch(() => undefined)
      },
      // A failed load: the next save merges.
      onNotice: (notice) => void take(notice).catch(() => undefined),
    })
    return () => {
      leave()
      setNames([])
      setNote(null)
      setSavers([])
    }
  }, [tableSync, room, take, user.realname])

  return { names, note, savers }
}

const MAX_NAMES = 3

/** 张三、李四也打开了此记录; null if there is nobody. */
export function othersText(names: readonly string[]): string | null {
  if (names.length === 0) return null
  const firstNames = names.slice(0, MAX_NAMES).join('、')
  return `${firstNames}${names.length > MAX_NAMES ? `等 ${names.length} 人` : ''}也打开了此记录`
}
