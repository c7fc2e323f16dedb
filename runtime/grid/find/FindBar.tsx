import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Checkbox, type InputRef } from 'antd'
import Input from 'antd/es/input/Input'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { type FindContext, findBarCommands, findCommands } from '../commands/find-commands.ts'
import type { GridState } from '../state/GridState.ts'
import { useActiveCell, useGridView } from '../state/hooks.ts'
import { findCells, type Hit, nextHit, replaceIn, type TextCache } from './find.ts'

interface Props {
  grid: GridState
  /** Sets the cursor on a cell. */
  go(rowId: string, key: string): void
  /** A new object with every request: the search text gets the focus. */
  request: { isReplacing: boolean }
  onClose(): void
}

/**
 * Ctrl+F and Ctrl+H within one table: the text is searched from the cursor on, every match can be visited, and
 * matches are replaced one by one or all as one step.
 */
export function FindBar({ grid, go: goTo, request, onClose }: Props) {
  const { store } = grid
  const { columns, isFrozen } = useGridView(grid)
  const { isReplacing } = request
  const [text, setText] = useState('')
  const [by, setBy] = useState('')
  const [isCaseKept, keepCase] = useState(false)
  const [isWhole, takeWhole] = useState(false)
  const [note, setNote] = useState('')
  const input = useRef<InputRef>(null)
  const version = useSyncExternalStore(store.subscribeLog, () => store.version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cache belongs to these columns and their texts
  const cache = useMemo((): TextCache => new WeakMap(), [columns])
  // A typed letter starts the search before the bar is drawn with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows changed when the version did
  const search = useMemo(() => {
    let last: { text: string; hits: Hit[] } | undefined
    return (text: string): Hit[] => {
      if (last?.text !== text) last = { text, hits: findCells(grid, { text, isCaseKept, isWhole }, cache) }
      return last.hits
    }
  }, [grid, isCaseKept, isWhole, cache, version])
  const hits = search(text)
  const now = useActiveCell(grid)
  const at = hits.findIndex((hit) => hit.rowId === now?.rowId && hit.key === now.key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated Ctrl+F selects the text again
  useEffect(() => {
    input.current?.focus({ cursor: 'all' })
  }, [request])

  const go = (found: readonly Hit[], way: 'from' | 'on' | 'back') => {
    const next = found[nextHit(grid, found, way)]
    const focused = document.activeElement
    if (!next) return
    goTo(next.rowId, next.key)
    // The grid took the focus to show the cell; the next key belongs to this bar.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
  const replace = (which: 'one' | 'all') => {
    // Only a visible match is replaced: the match at the cursor; otherwise the first step moves to one.
    if (which === 'one' && at < 0) return go(hits, 'from')
    const selected = which === 'all' ? hits : hits.slice(at, at + 1)
    const count = replaceIn(grid, selected, { text, isCaseKept, isWhole }, by)
    const left = selected.length - count
    setNote(`已替换 ${count} 格${left > 0 ? `，${left} 格不能替换` : ''}`)
    if (which === 'one') go(hits, 'on')
    // Without a further match the pressed button is disabled and would lose the focus.
    else input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const context: FindContext = {
      go: (to) => go(hits, to),
      open: (isReplacing) => grid.openFind(isReplacing),
    }
    if (runKey(findCommands, context, event)) event.stopPropagation()
  }
  const onEscape = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (runKey(findBarCommands, { close: onClose }, event)) event.stopPropagation()
  }
  const count =
    text === '' ? '' : hits.length === 0 ? '没有找到' : `${at < 0 ? '–' : at + 1} / ${hits.length}`
  return (
    <search className="detail-find" aria-label="在明细中查找" onKeyDown={onEscape}>
      <Input
        ref={input}
        size="small"
        value={text}
        placeholder="查找"
        aria-label="查找"
        suffix={<span role="status">{count}</span>}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value)
          setNote('')
          // Moving the focus would end a composition of an input method.
          const isComposing = (event.nativeEvent as InputEvent).isComposing
          if (!isComposing) go(search(event.target.value), 'from')
        }}
        onCompositionEnd={(event) => go(search(event.currentTarget.value), 'from')}
      />
      <Button
        size="small"
        icon={<UpOutlined />}
        aria-label={findCommands.back.title}
        onClick={() => go(hits, 'back')}
      />
      <Button
        size="small"
        icon={<DownOutlined />}
        aria-label={findCommands.on.title}
        onClick={() => go(hits, 'on')}
      />
      <Checkbox checked={isCaseKept} onChange={(event) => keepCase(event.target.checked)}>
        区分大小写
      </Checkbox>
      <Checkbox checked={isWhole} onChange={(event) => takeWhole(event.target.checked)}>
        整格相同
      </Checkbox>
      {isReplacing && !isFrozen ? (
        <>
          <Input
            size="small"
            value={by}
            placeholder="替换为"
            aria-label="替换为"
            onKeyDown={onKeyDown}
            onChange={(event) => setBy(event.target.value)}
          />
          <Button size="small" disabled={hits.length === 0} onClick={() => replace('one')}>
            替换
          </Button>
          <Button size="small" disabled={hits.length === 0} onClick={() => replace('all')}>
            全部替换
          </Button>
        </>
      ) : null}
      <span role="status">{note}</span>
      <Button
        size="small"
        type="text"
        icon={<CloseOutlined />}
        aria-label={findBarCommands.close.title}
        onClick={onClose}
      />
    </search>
  )
}
