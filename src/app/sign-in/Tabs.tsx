import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface Props<T extends string> {
  label: string
  tabs: readonly { key: T; title: string }[]
  selected: T
  onChoose(key: T): void
  children: ReactNode
}

/** Tabs over one panel; the arrow keys move from tab to tab. */
export function Tabs<T extends string>({ label, tabs, selected, onChoose, children }: Props<T>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const press = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === selected)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const index = to === undefined ? -1 : (to + tabs.length) % tabs.length
    const next = tabs[index]
    if (!next) return
    event.preventDefault()
    onChoose(next.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <>
      <div className="app-tabs" role="tablist" aria-label={label} ref={list}>
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === selected}
            aria-controls={`${id}-panel`}
            tabIndex={key === selected ? 0 : -1}
            onClick={() => onChoose(key)}
            onKeyDown={press}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  )
}
