import { ExportOutlined, SearchOutlined } from '@ant-design/icons'
import { type InputRef, Modal } from 'antd'
import Input from 'antd/es/input/Input'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { MenuEntry, MenuPage } from '#client/menu/menu.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { focusMain } from '../main-region.tsx'
import type { Target } from './search.ts'
import { usePalette } from './usePalette.ts'
import './palette.css'

interface Props {
  entries: readonly MenuEntry[]
  pages: readonly MenuPage[]
  isOpen: boolean
  onClose(): void
  /** Called when the fade-out has ended. */
  onClosed(): void
}

/** Finds menu entries, new records, records and documents by typing and opens them, with the keyboard alone. */
export function Palette({ entries, pages, isOpen, onClose, onClosed }: Props) {
  const navigate = useNavigate()
  const id = useId()
  const input = useRef<InputRef>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const [hasOpenedPage, setOpenedPage] = useState(false)
  const { groups, isSearching, note } = usePalette(entries, pages, typed)
  const results = groups.flatMap(({ targets }) => targets)
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

  const isUntyped = typed.trim() === ''
  const hint =
    note ??
    (results.length > 0
      ? undefined
      : isUntyped
        ? errorText('SEARCH_HINT')
        : isSearching
          ? '正在查找…'
          : errorText('NO_RESULTS'))
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
      title="搜索"
    >
      <Input
        ref={input}
        variant="borderless"
        size="large"
        prefix={<SearchOutlined aria-hidden />}
        placeholder="菜单、新增、单据号、书名、读者，可用拼音首字母"
        aria-label="搜索"
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
      <div
        ref={list}
        id={`${id}list`}
        className="app-palette-list"
        role="listbox"
        aria-label="搜索结果"
        aria-busy={isSearching}
        hidden={results.length === 0}
      >
        {groups.map(({ title, targets }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options
          <div key={title} role="group" aria-labelledby={`${id}${title}`}>
            <p id={`${id}${title}`} className="app-palette-group">
              {title}
            </p>
            {targets.map((target) => {
              const at = results.indexOf(target)
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the search field keeps the focus and handles the keys
                <div
                  key={`${target.groups.join('/')} ${target.path}`}
                  id={`${id}${at}`}
                  className="app-palette-option"
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
              )
            })}
          </div>
        ))}
      </div>
      <p className="app-palette-hint" role="status" hidden={!hint}>
        {hint}
      </p>
    </Modal>
  )
}
