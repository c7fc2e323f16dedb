import { Button, Timeline } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { fillHref } from '#runtime/compile/list/url.ts'
import type { ShownKey } from '#runtime/compile/panel/panel.ts'
import { isBlank } from '#runtime/kernel/json.ts'
import { MAX_ENTRIES } from '#runtime/record/panel/block-request.ts'
import type { Records } from '#runtime/record/panel/records.ts'
import { printValue } from '#runtime/record/print-value.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import { DEFAULT_ROWS } from '#runtime/schema/kinds/panel/blocks/block-plan.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { LookupProvider } from '#runtime/services/services.tsx'
import { findTone } from '#runtime/ui/state/StateTag.tsx'
import { BlockBody, BlockFrame, BlockNone } from '../../BlockFrame.tsx'
import { drawValue } from '../../draw-value.tsx'
import { useBlock } from '../../useBlock.ts'
import { useShownKeys } from '../../useShownKeys.ts'
import './timeline.css'

type Entry = Records['records'][number]

/** Entries that one press adds. */
const STEP = 10

/** Records by their time, the newest first; more of them up to a limit, beyond which the page of the records has them. */
export function TimelineBlock({ block }: { block: Block<'timeline'> }) {
  const first = ('pageSize' in block.source && block.source.pageSize) || DEFAULT_ROWS
  const [size, setSize] = useState(first)
  const sized = useMemo(
    (): Block<'timeline'> =>
      'url' in block.source ? block : { ...block, source: { ...block.source, pageSize: size } },
    [block, size],
  )
  const state = useBlock(sized)
  const { keys, lookup } = useShownKeys(sized, state.document)
  if (state.isGone) return null
  const rowHref = block.href?.includes('{') ? block.href : undefined
  const all = state.data?.records ?? []
  const entries = 'url' in block.source ? sortByTime(all, block.time).slice(0, size) : all
  const total = Math.max(state.data?.total ?? 0, all.length)
  const findLink = (entry: Entry): string | undefined =>
    rowHref !== undefined
      ? fillHref(rowHref, entry)
      : state.path && entry.id
        ? `${state.path}?id=${encodeURIComponent(String(entry.id))}`
        : undefined
  return (
    <BlockFrame title={block.title} href={rowHref === undefined ? block.href : undefined}>
      {state.data?.records.length === 0 && state.error === null && block.empty ? (
        <div className="pro-block-none">{block.empty}</div>
      ) : (
        <BlockBody block={state}>
          <LookupProvider lookup={lookup}>
            <Entries block={block} keys={keys} entries={entries} lookup={lookup} findLink={findLink} />
          </LookupProvider>
          {total > entries.length && size < MAX_ENTRIES && (
            <Button type="link" onClick={() => setSize(Math.min(size + STEP, MAX_ENTRIES))}>
              再看 {Math.min(STEP, total - entries.length)} 条
            </Button>
          )}
        </BlockBody>
      )}
    </BlockFrame>
  )
}

const sortByTime = (entries: readonly Entry[], time: string): readonly Entry[] =>
  [...entries].sort((a, b) => String(b[time] ?? '').localeCompare(String(a[time] ?? '')))

interface Props {
  block: Block<'timeline'>
  keys: readonly ShownKey[]
  entries: readonly Entry[]
  lookup: Lookup
  findLink(entry: Entry): string | undefined
}

/** Nothing is left where the user may not see the text. */
function Entries({ block, keys, entries, lookup, findLink }: Props) {
  const find = (key: string | undefined) => keys.find((item) => item.key === key)
  const [time, text, state] = [block.time, block.label, block.tag].map(find)
  if (!text) return <BlockNone />
  const notes = (block.notes ?? []).flatMap((key) => find(key) ?? [])
  return (
    <Timeline
      className="pro-timeline"
      items={entries.map((entry, at) => {
        const link = findLink(entry)
        const name = drawValue(text, entry)
        return {
          key: String(entry.id ?? at),
          color: findColor(state, entry, lookup),
          children: (
            <>
              <span className="pro-timeline-head">
                {link ? <Link to={link}>{name}</Link> : <span>{name}</span>}
                {state && !isBlank(entry[state.key]) && drawValue(state, entry)}
                {time && <time>{drawValue(time, entry)}</time>}
              </span>
              <small>
                {notes
                  .filter(({ key }) => !isBlank(entry[key]))
                  .map((item) => (
                    <span key={item.key}>{drawValue(item, entry)}</span>
                  ))}
              </small>
            </>
          ),
        }
      })}
    />
  )
}

/** The color of the state of an entry; grey without one. */
function findColor(state: ShownKey | undefined, entry: Entry, lookup: Lookup): string {
  const column = state?.column
  const tone =
    state && column?.tag
      ? findTone({
          value: entry[state.key],
          text: printValue(column, entry, lookup),
          tags: column.tag,
        })
      : undefined
  return tone === undefined ? 'gray' : `var(--ant-color-${tone === 'processing' ? 'info' : tone})`
}
