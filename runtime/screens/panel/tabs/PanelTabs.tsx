import { type ComponentProps, type KeyboardEvent, useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Command } from '#runtime/ui/commands/command.ts'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { PanelGrid } from '../PanelGrid.tsx'
import './panel-tabs.css'

/** Its name in the address; no filter of a panel with tabs has it. */
const param = 'tab'

/** What keys do on a tab: `step` chooses the tab so many places further, around the ends. */
const tabCommands = {
  next: { id: 'next', title: '下一个页签', keys: ['ArrowRight'], run: (step) => step(1) },
  previous: { id: 'previous', title: '上一个页签', keys: ['ArrowLeft'], run: (step) => step(-1) },
} satisfies Record<string, Command<(places: number) => void>>

/**
 * A panel with tabs: the cards of the chosen one, which is in the address, below those of no tab. The start page has them,
 * and the tabs of antd would be a tenth of what it loads.
 */
export function PanelTabs({ places, ...grid }: ComponentProps<typeof PanelGrid>) {
  const id = useId()
  const [address, setAddress] = useSearchParams()
  const tabs = [...new Set(places.flatMap(({ tab }) => tab ?? []))]
  const active = Math.max(0, tabs.indexOf(address.get(param) ?? ''))
  const above = places.filter(({ tab }) => tab === undefined)
  const choose = (at: number) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        if (at === 0) next.delete(param)
        else next.set(param, tabs[at] ?? '')
        return next
      },
      { replace: true },
    )
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = event.currentTarget.querySelectorAll('button')
    const step = (distance: number) => {
      const at = (active + distance + tabs.length) % tabs.length
      choose(at)
      buttons[at]?.focus()
    }
    runKey(tabCommands, step, event)
  }
  return (
    <>
      {above.length > 0 && <PanelGrid {...grid} places={above} />}
      <div className="pro-panel-tabs" role="tablist" aria-label={grid.title} onKeyDown={onKeyDown}>
        {tabs.map((tab, at) => (
          <button
            key={tab}
            id={`${id}${at}`}
            type="button"
            role="tab"
            tabIndex={at === active ? 0 : -1}
            aria-selected={at === active}
            aria-controls={at === active ? `${id}panel` : undefined}
            onClick={() => choose(at)}
          >
            {tab}
          </button>
        ))}
      </div>
      {/* Only what is in sight is read. */}
      <div key={active} id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${active}`}>
        <PanelGrid {...grid} places={places.filter(({ tab }) => tab === tabs[active])} />
      </div>
    </>
  )
}
