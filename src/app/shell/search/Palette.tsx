import { ExportOutlined, SearchOutlined } from '@ant-design/icons'
import { type InputRef, Modal } from 'antd'
import Input from 'antd/es/input/Input'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { MenuEntry, MenuPage } from '#client/menu/menu.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { focusMain } from '../main-region.tsx'
import { indexTargets, search, type Target } from './search.ts'
import './palette.css'

interface Props {
  entries: readonly MenuEntry[]
  pages: readonly MenuPage[]
  isOpen: boolean
  onClose(): void
  /** Called when the fade-out has ended. */
  onClosed(): void
}

/** Finds an entry of the menu by typing and opens it, with the keyboard alone. */
export function Palette({ entries, pages, isOpen, onClose, onClosed }: Props) {
  const navigate = useNavigate()
  const id = useId()
  const input = useRef<InputRef>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const [hasOpenedPage, setOpenedPage] = useState(false)
  const index = useMemo(() => indexTargets(entries, pages), [entries, pages])
  const results = useMemo(() => search(index, typed), [index, typed])
  const selected = results[place]

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another entry is selected
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [selected])

  const open = ({ path, href }: Target) => {
    onClose()
    if (href) return void window.open(href, '_blank', 'noopener')
    setOpenedPage(true)
    void navigate(path)
  }

  const onOpenChange = (isThere: boolean) => {
    if (isThere) return input.current?.focus()
    // After the navigation the focus belongs to the opened page, not to the page before it.
    if (hasOpenedPage) focusMain()
    onClosed()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of an unfinished composition belong to the input method.
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && results.length > 0) {
      event.preventDefault()
      setPlace((place + step + results.length) % results.length)
    } else if (event.key === 'Enter' && selected) {
      event.preventDefault()
      open(selected)
    }
  }

  const hint =
    typed.trim() === '' ? errorText('SEARCH_HINT') : results.length === 0 && errorText('NO_RESULTS')
  return (
    <Modal
      open={isOpen}
      onCancel={onClose}
      afterOpenChange={onOpenChange}
      focusTriggerAfterClose={!hasOpenedPage}
      footer={null}
      closable={false}
      width={560}
      // Without motion: the user continues to type after Ctrl+K.
      transitionName=""
      maskTransitionName=""
      className="app-palette"
      title="搜索菜单"
    >
      <Input
        ref={input}
        variant="borderless"
        size="large"
        prefix={<SearchOutlined aria-hidden />}
        placeholder="按名称、路径或拼音首字母查找"
        aria-label="搜索菜单"
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls={`${id}list`}
        aria-activedescendant={selected && `${id}${place}`}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setPlace(0)
        }}
        onKeyDown={onKeyDown}
      />
      <p className="app-palette-hint" role="status" hidden={!hint}>
        {hint}
      </p>
      <div
        ref={list}
        id={`${id}list`}
        className="app-palette-list"
        role="listbox"
        aria-label="菜单"
        hidden={results.length === 0}
      >
        {results.map((target, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field keeps the focus and handles the keys
          <div
            key={`${target.groups.join('/')} ${target.path}`}
            id={`${id}${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === place}
            onPointerMove={() => setPlace(at)}
            onClick={() => open(target)}
          >
            <span className="app-palette-title">{target.title}</span>
            {target.groups.length > 0 && (
              <span className="app-palette-groups">{target.groups.join(' / ')}</span>
            )}
            {target.href && <ExportOutlined role="img" aria-label="新窗口" />}
          </div>
        ))}
      </div>
    </Modal>
  )
}
