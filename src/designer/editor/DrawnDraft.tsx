import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type FieldPath, joinPath } from '../document-edit.ts'
import { drawnField, drawnSelector } from './drawn-field.ts'

interface Props {
  document: JsonObject
  selected: FieldPath
  onSelect(path: FieldPath): void
  children: ReactNode
}

/** A change is drawn within this time, in milliseconds. */
const DRAW_DELAY_MS = 250

/** Whether an element is drawn in whole at its place: nothing that scrolls covers its corners. */
function isInSight(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const isTop = (x: number, y: number) => element.contains(document.elementFromPoint(x, y))
  return isTop(left + 1, top + 1) && isTop(right - 1, bottom - 1)
}

/** The preview of the draft: the selected field is marked and in sight, and a press on another one selects it. */
export function DrawnDraft({ document: draft, selected, onSelect, children }: Props) {
  const frame = useRef<HTMLElement>(null)
  const selector = drawnSelector(selected)
  useEffect(() => {
    if (selector === undefined) return
    const timer = setTimeout(() => {
      const drawn = frame.current?.querySelector(selector)
      const stage = drawn?.closest('.view-design-stage')
      // In a narrow window the panes are below each other, and the page stays where it was pressed.
      if (!drawn || !stage || getComputedStyle(stage).overflowY === 'visible') return
      if (!isInSight(drawn)) drawn.scrollIntoView({ block: 'center', inline: 'nearest' })
    }, DRAW_DELAY_MS)
    return () => clearTimeout(timer)
  }, [selector])
  const onPress = ({ target }: MouseEvent) => {
    const path = drawnField(draft, target as Element)
    if (path && joinPath(path) !== joinPath(selected)) onSelect(path)
  }
  const place = selector?.split(', ').map((part) => `.view-design-drawn ${part}`)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list of fields selects with the keyboard
    <section ref={frame} aria-label="草稿" className="view-design-drawn" onClick={onPress}>
      {place && <style>{`${place.join(', ')} { box-shadow: var(--view-design-mark); }`}</style>}
      {children}
    </section>
  )
}
