import { RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { MAX_ENTRIES } from '#runtime/record/panel/block-request.ts'
import { type EntrySource, entryTable } from '#runtime/record/panel/entry-table.ts'
import { DEFAULT_ROWS } from '#runtime/schema/kinds/panel/blocks/block-plan.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { LookupProvider } from '#runtime/services/services.tsx'
import { useDelayed } from '#runtime/ui/layout/useDelayed.ts'
import { BlockFailure, BlockFrame, BlockWait } from '../../BlockFrame.tsx'
import { drawValue } from '../../draw-value.tsx'
import { PanelContext, useBlock } from '../../useBlock.ts'
import { useShownKeys } from '../../useShownKeys.ts'

/** Waiting records of several screens in one list; each source loads and fails on its own. */
export function EntriesBlock({ block }: { block: Block<'entries'> }) {
  const { reportWaiting } = useContext(PanelContext)
  // Null: the source could not be read, so nobody knows whether records wait.
  const [counts, setCounts] = useState<readonly (number | null | undefined)[]>([])
  const tell = useCallback((at: number, count: number | null) => {
    setCounts((before) => {
      const after = [...before]
      after[at] = count
      return after
    })
  }, [])
  const isKnown = block.sources.every((_, at) => counts[at] !== undefined)
  const isFailed = counts.includes(null)
  const total = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  useEffect(() => {
    if (isKnown && !isFailed) reportWaiting?.(total)
  }, [isKnown, isFailed, total, reportWaiting])
  const isLate = useDelayed(!isKnown)
  const [isWhole, setWhole] = useState(false)
  const limits = block.sources.map(({ pageSize }, at) => Math.min(counts[at] ?? 0, pageSize ?? DEFAULT_ROWS))
  const hasMore = limits.reduce((sum, limit) => sum + limit, 0) < total
  return (
    <BlockFrame title={block.title} href={block.href} {...(isFailed ? {} : { count: total })}>
      <ul className="pro-waiting">
        {block.sources.map((source, at) => (
          <Waiting
            // biome-ignore lint/suspicious/noArrayIndexKey: sources keep document order, one screen may occur twice
            key={at}
            at={at}
            source={source}
            isWhole={isWhole}
            tell={tell}
          />
        ))}
      </ul>
      {isKnown && !isFailed && total === 0 && (
        <div className="pro-block-none">{block.empty ?? '暂无数据'}</div>
      )}
      {isKnown && (hasMore || isWhole) && (
        <Button type="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? '收起' : `全部 ${total} 项`}
        </Button>
      )}
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

/** The literal conditions of a source; a placeholder has no fixed text. */
const getTexts = (query: EntrySource['query'] = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([key, value]): [string, string][] =>
      value === null || String(value).startsWith('=') ? [] : [[key, String(value)]],
    ),
  )

interface SourceProps {
  at: number
  source: EntrySource
  /** All records, not the first ones only. */
  isWhole: boolean
  tell(at: number, count: number | null): void
}

function Waiting({ at, source, isWhole, tell }: SourceProps) {
  const table = useMemo(
    () => entryTable(isWhole ? { ...source, pageSize: MAX_ENTRIES } : source),
    [source, isWhole],
  )
  const { data, document, path, error, isGone, again } = useBlock(table)
  const { keys, lookup } = useShownKeys(table, document)
  const count = data?.total ?? (error ? null : undefined)
  useEffect(() => {
    if (count !== undefined) tell(at, count)
  }, [at, count, tell])
  if (isGone) return null
  const further = isWhole && data ? data.total - data.records.length : 0
  const of = (key: string | undefined) => keys.find((item) => item.key === key)
  const [tag, text] = [of(source.tag), of(source.text)]
  const notes = (source.note ?? []).flatMap((key) => of(key) ?? [])
  return (
    <LookupProvider lookup={lookup}>
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
      {further > 0 && path && (
        <li>
          <Entry to={`${path}?${new URLSearchParams(getTexts(source.query))}`}>
            <span className="pro-waiting-text">
              {source.title ?? document?.title}还有 {further} 项
            </span>
          </Entry>
        </li>
      )}
      {error !== null && (
        <li>
          <BlockFailure error={error} retry={again} />
        </li>
      )}
    </LookupProvider>
  )
}
