import { RightOutlined } from '@ant-design/icons'
import { type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Block, type EntrySource, entryTable } from '#runtime/compile/panel.ts'
import { RuntimeProvider, useRuntime } from '#runtime/fields/context.tsx'
import { useDelayed } from '#runtime/ui/useDelayed.ts'
import { BlockFailure, BlockFrame, BlockWait } from './BlockFrame.tsx'
import { drawValue } from './draw-value.tsx'
import { PanelContext, useBlock } from './useBlock.ts'
import { useShownKeys } from './useShownKeys.ts'

/** Waiting records of several screens in one list; each source loads and fails on its own. */
export function EntriesBlock({ block }: { block: Block<'entries'> }) {
  const { reportWaiting } = useContext(PanelContext)
  const [counts, setCounts] = useState<readonly number[]>([])
  const tell = useCallback((at: number, count: number) => {
    setCounts((before) => {
      const after = [...before]
      after[at] = count
      return after
    })
  }, [])
  const isKnown = block.sources.every((_, at) => counts[at] !== undefined)
  const total = counts.reduce((sum, count) => sum + (count ?? 0), 0)
  useEffect(() => {
    if (isKnown) reportWaiting?.(total)
  }, [isKnown, total, reportWaiting])
  const isLate = useDelayed(!isKnown)
  return (
    <BlockFrame title={block.title} href={block.href} count={total}>
      <ul className="pro-waiting">
        {block.sources.map((source, at) => (
          <Waiting
            // biome-ignore lint/suspicious/noArrayIndexKey: sources keep document order, one screen may occur twice
            key={at}
            at={at}
            source={source}
            tell={tell}
          />
        ))}
      </ul>
      {isKnown && total === 0 && <div className="pro-block-none">{block.empty ?? '暂无数据'}</div>}
      {!isKnown && <BlockWait isLate={isLate} />}
    </BlockFrame>
  )
}

/** Records of a screen without a page have no link. */
const Entry = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to ? (
    <Link to={to}>
      {children}
      <RightOutlined aria-hidden />
    </Link>
  ) : (
    <div>{children}</div>
  )

interface SourceProps {
  at: number
  source: EntrySource
  tell(at: number, count: number): void
}

function Waiting({ at, source, tell }: SourceProps) {
  const runtime = useRuntime()
  const table = useMemo(() => entryTable(source), [source])
  const { data, document, path, error, isGone, again } = useBlock(table)
  const { keys, lookup } = useShownKeys(table, document)
  const value = useMemo(() => ({ ...runtime, lookup }), [runtime, lookup])
  const count = data?.total ?? (error ? 0 : undefined)
  useEffect(() => {
    if (count !== undefined) tell(at, count)
  }, [at, count, tell])
  if (isGone) return null
  const of = (key: string | undefined) => keys.find((item) => item.key === key)
  const [tag, text] = [of(source.tag), of(source.text)]
  const notes = (source.note ?? []).flatMap((key) => of(key) ?? [])
  return (
    <RuntimeProvider value={value}>
      {data?.records.map((record) => (
        <li key={String(record.id)}>
          <Entry to={path && `${path}?id=${encodeURIComponent(String(record.id))}`}>
            {tag && <span className="pro-waiting-tag">{drawValue(tag, record)}</span>}
            <span className="pro-waiting-text">
              <b>
                {source.title ?? document?.title} {text && drawValue(text, record)}
              </b>
              <small>
                {notes
                  .filter(
                    ({ key }) => record[key] !== null && record[key] !== undefined && record[key] !== '',
                  )
                  .map((item) => (
                    <span key={item.key}>{drawValue(item, record)}</span>
                  ))}
              </small>
            </span>
          </Entry>
        </li>
      ))}
      {error !== null && (
        <li>
          <BlockFailure error={error} retry={again} />
        </li>
      )}
    </RuntimeProvider>
  )
}
