import { type RefObject, useCallback } from 'react'
import { flushSync } from 'react-dom'
import type { JsonObject } from '#runtime/kernel/json.ts'
import {
  addBranch,
  canRemove,
  copyStep,
  type Edited,
  insertStep,
  movePart,
  removePart,
} from './edit/step-edit.ts'
import { branchTitle, newStep, type StepKind } from './edit/step-kinds.ts'
import { findNeighbour, isBranchPlace, type Place, type Position, partAt, ROOT } from './edit/step-place.ts'

interface Parts {
  document: JsonObject
  /** The pane with the cards, and the frame with the settings. */
  stage: RefObject<HTMLElement | null>
  select(place: Place): void
  change(document: JsonObject, label: string): void
}

/** What is done with the cards of a workflow, by keys, menus and buttons. */
export function useStepEdits({ document, stage, select, change }: Parts) {
  const focusCard = useCallback(
    (place: Place) =>
      stage.current?.querySelector<HTMLElement>(`.view-flow-card[data-at="${place}"]`)?.focus(),
    [stage],
  )
  const apply = (edited: Edited | undefined, label: string, isFocused = true) => {
    if (!edited) return
    change(edited.document, label)
    select(edited.selected)
    if (isFocused) requestAnimationFrame(() => focusCard(edited.selected))
  }
  const findSettings = () =>
    stage.current?.closest('.view-design-body')?.querySelector<HTMLElement>('.view-design-settings')
  /** Selects a card; in a narrow window, where its settings are below the workflow, they come into sight. */
  const press = (place: Place) => {
    select(place)
    requestAnimationFrame(() => {
      const pane = findSettings()
      if (pane && pane.getBoundingClientRect().top >= window.innerHeight) pane.scrollIntoView()
    })
  }
  const openSettings = (place: Place) => {
    // Drawn at once: the next key belongs to the settings.
    flushSync(() => select(place))
    findSettings()?.querySelector<HTMLElement>('input, button')?.focus()
  }
  return {
    press,
    open: openSettings,
    focus(place: Place, direction: 'up' | 'down' | 'left' | 'right') {
      const next = findNeighbour(document, place, direction)
      if (next !== undefined) focusCard(next)
    },
    canMove: (place: Place, direction: 'up' | 'down' | 'left' | 'right') =>
      movePart(document, place, direction) !== undefined,
    move: (place: Place, direction: 'up' | 'down' | 'left' | 'right') =>
      apply(movePart(document, place, direction), `move ${place}`),
    canCopy: (place: Place) => place !== ROOT && !isBranchPlace(place),
    copy: (place: Place) => apply(copyStep(document, place), `copy ${place}`),
    canRemove: (place: Place) => canRemove(document, place),
    remove: (place: Place) => apply(removePart(document, place), `remove ${place}`),
    insert(position: Position, kind: StepKind) {
      apply(insertStep(document, position, newStep(kind)), `add ${kind.type}`)
    },
    addBranch: (place: Place) =>
      apply(
        addBranch(document, place, (number) => branchTitle(partAt(document, place), number)),
        `branch ${place}`,
      ),
  }
}
