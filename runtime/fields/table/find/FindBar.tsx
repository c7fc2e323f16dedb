import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, type InputRef } from 'antd'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { TableView } from '../table-view.ts'
import type { Cursor } from '../use-cursor.ts'
import { findCells, replaceIn } from './find.ts'

interface Props {
  table: TableView
  cursor: Cursor
  isReplacing: boolean
  onClose(): void
}

/** Ctrl+F and Ctrl+H within one table: every hit can be walked to, and replaced one by one or all as one step. */
export function FindBar({ table, cursor, isReplacing, onClose }: Props) {
  const { store, isFrozen } = table
  const [text, setText] = useState('')
  const [by, setBy] = useState('')
  const [isCaseKept, keepCase] = useState(false)
  const [isWhole, takeWhole] = useState(false)
  const [at, setAt] = useState(0)
  const [note, setNote] = useState('')
  const input = useRef<InputRef>(null)
  const version = useSyncExternalStore(store.subscribeLog, () => store.version)
  const options = useMemo(() => ({ text, isCaseKept, isWhole }), [text, isCaseKept, isWhole])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows changed when the version did
  const hits = useMemo(() => findCells(table, options), [table, options, version])
  useEffect(() => input.current?.focus(), [])

  const go = (place: number) => {
    const next = hits[(place + hits.length) % hits.length]
    if (!next) return
    setAt((place + hits.length) % hits.length)
    cursor.go(next.rowId, next.key)
    // The grid took the focus to show the cell; the next Enter is meant for this bar.
    input.current?.focus({ preventScroll: true })
  }
  const replace = (which: 'one' | 'all') => {
    const chosen = which === 'all' ? hits : hits.slice(at, at + 1)
    const count = replaceIn(table, chosen, options, by)
    const left = chosen.length - count
    setNote(`已替换 ${count} 格${left > 0 ? `，${left} 格不能替换` : ''}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter') go(event.shiftKey ? at - 1 : at + 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const count =
    text === ''
      ? ''
      : hits.length === 0
        ? '没有找到'
        : `${Math.min(at, hits.length - 1) + 1} / ${hits.length}`
  return (
    <search className="detail-find" aria-label="在明细中查找">
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
          setAt(0)
          setNote('')
        }}
      />
      <Button size="small" icon={<UpOutlined />} aria-label="上一处" onClick={() => go(at - 1)} />
      <Button size="small" icon={<DownOutlined />} aria-label="下一处" onClick={() => go(at + 1)} />
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
      <Button size="small" type="text" icon={<CloseOutlined />} aria-label="关闭查找" onClick={onClose} />
    </search>
  )
}
