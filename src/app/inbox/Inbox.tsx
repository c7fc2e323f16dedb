import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useMemo } from 'react'
import { useLive } from '#runtime/data/hooks.ts'
import { usePage } from '#runtime/host/page-visibility.ts'
import { type EntrySource, entryTable } from '#runtime/record/panel/entry-table.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { type StepContext, stepCommands } from '#runtime/screens/form/commands/step-commands.ts'
import { StepButtons } from '#runtime/screens/form/foot/StepButtons.tsx'
import { BlockFailure, BlockWait } from '#runtime/screens/panel/BlockFrame.tsx'
import { drawValue } from '#runtime/screens/panel/draw-value.tsx'
import { useBlock } from '#runtime/screens/panel/useBlock.ts'
import { useShownKeys } from '#runtime/screens/panel/useShownKeys.ts'
import { LookupProvider, useServices } from '#runtime/services/services.tsx'
import { usePlainKeys } from '#runtime/ui/focus/usePlainKeys.ts'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { InboxBill } from './InboxBill.tsx'
import { type SourceState, useInbox, type WaitingKey } from './useInbox.ts'
import './inbox.css'

// Loaded with the form that it opens next.
export { TaskRecord } from './TaskRecord.tsx'

const noSources: readonly EntrySource[] = []

/** Sources list their first records only: one that is not listed waits perhaps. */
function formatPlace(place: number, count: number, total: number): string {
  if (place > 0) return `第 ${place} 项，共 ${count} 项`
  return total > count ? `不在先列的 ${count} 项里` : '已不在待办里'
}

/** The records that wait for the user, one after another: the list at the left, the open record at the right. */
export function Inbox({ block }: { block: Block<'entries'> }) {
  const { can } = useServices()
  const narrow = useNarrow()
  const client = useQueryClient()
  const page = usePage()
  const sources = useMemo(
    () => block.sources?.filter(({ needs }) => needs === undefined || can(needs)) ?? noSources,
    [block.sources, can],
  )
  const screens = useMemo(() => sources.map(({ screen }) => screen), [sources])
  const inbox = useInbox(screens, !narrow)
  const { current, isKnown, total, place, count, open, step } = inbox
  const reload = () => void client.invalidateQueries({ queryKey: ['panel'] })
  useLive(({ cmd }) => {
    if ((cmd === 'changed' || cmd === 'reopened') && page.isShown()) reload()
  })
  const context: StepContext = { place, count, step }
  usePlainKeys(stepCommands, context)
  const source = current && sources.find(({ screen }) => screen === current.screen)
  const isEmpty = isKnown && count === 0 && !inbox.isFailed
  return (
    <div className="app-inbox" data-narrow={narrow || undefined}>
      <nav className="app-inbox-list" aria-label="待办" hidden={narrow && current !== null}>
        {isEmpty && <StateNote leaf title="没有待办" text={block.empty} />}
        <ul className="pro-waiting">
          {sources.map((entry, at) => (
            <Source
              // biome-ignore lint/suspicious/noArrayIndexKey: sources keep document order, one screen may occur twice
              key={at}
              at={at}
              source={entry}
              current={current}
              report={inbox.report}
              onOpen={open}
            />
          ))}
        </ul>
        {!isKnown && <BlockWait isLate />}
        {total > count && (
          <p className="app-inbox-more">
            先列 {count} 项，办完再列其余 {total - count} 项
          </p>
        )}
      </nav>
      {current && source && (
        <section className="app-inbox-bill" aria-label="待办的单据">
          <header>
            {narrow && (
              <Button
                type="text"
                aria-label="返回"
                icon={<ArrowLeftOutlined aria-hidden />}
                onClick={() => open(null)}
              />
            )}
            <span role="status">{formatPlace(place, count, total)}</span>
            <span className="pro-gap" />
            <StepButtons {...context} />
          </header>
          <InboxBill
            key={`${current.screen}:${current.id}`}
            screen={current.screen}
            id={current.id}
            query={source.query}
            onChanged={reload}
            onDone={inbox.leave}
          />
        </section>
      )}
    </div>
  )
}

interface SourceProps {
  at: number
  source: EntrySource
  current: WaitingKey | null
  report(at: number, state: SourceState): void
  onOpen(entry: WaitingKey): void
}

/** The waiting records of one screen; they load and fail on their own. */
function Source({ at, source, current, report, onOpen }: SourceProps) {
  const table = useMemo(() => entryTable(source), [source])
  const { data, document, error, isGone, again } = useBlock(table)
  const { keys, lookup } = useShownKeys(table, document)
  const isFailed = error !== null
  useEffect(() => {
    if (data) report(at, { ids: data.records.map(({ id }) => String(id)), total: data.total })
    else if (isFailed) report(at, { ids: [], total: 0, isFailed })
  }, [at, data, isFailed, report])
  if (isGone) return null
  const of = (key: string | undefined) => keys.find((item) => item.key === key)
  const text = of(source.text)
  const notes = (source.note ?? []).flatMap((key) => of(key) ?? [])
  return (
    <LookupProvider lookup={lookup}>
      {data?.records.map((record) => {
        const id = String(record.id)
        const isShown = current?.screen === source.screen && current.id === id
        return (
          <li key={id}>
            <button
              type="button"
              aria-current={isShown || undefined}
              ref={isShown ? (element) => element?.scrollIntoView?.({ block: 'nearest' }) : undefined}
              onClick={() => onOpen({ screen: source.screen, id })}
            >
              <span className="pro-waiting-text">
                <b>
                  {source.title ?? document?.title} {text && drawValue(text, record)}
                </b>
                <small>
                  {notes.map((item) => (
                    <span key={item.key}>{drawValue(item, record)}</span>
                  ))}
                </small>
              </span>
            </button>
          </li>
        )
      })}
      {isFailed && (
        <li>
          <BlockFailure error={error} retry={again} />
        </li>
      )}
    </LookupProvider>
  )
}
