import { type DragEndEvent, type DragMoveEvent, useDndMonitor } from '@dnd-kit/core'
import { useState } from 'react'
import { isSameJson } from '#runtime/kernel/json.ts'
import { type ColumnGoal, type DragPart, getPart, type Side } from '../drag-part.ts'
import {
  type Arrangement,
  endOfGroup,
  type FieldPlace,
  findPlace,
  listTabs,
  moveGroup,
  moveTab,
  setTab,
} from './arrangement.ts'
import type { FieldEdits } from './useLayoutEdits.ts'

/** The part of the form on which a drag would end now, and the side of it. */
export interface Goal {
  part: DragPart
  side: Side
}

interface Setup {
  arrangement: Arrangement
  edits: Pick<FieldEdits, 'place' | 'leave'>
  apply(next: Arrangement, label: string, text: string): void
  insert(type: string, goal: FieldPlace | ColumnGoal): void
  moveColumn(key: string, goal: ColumnGoal): void
}

/** The place in the groups that a goal means; undefined for one outside them. */
export function goalPlace(arrangement: Arrangement, { part, side }: Goal): FieldPlace | undefined {
  if (part.kind === 'group') return endOfGroup(arrangement, part.at)
  if (part.kind === 'tab') {
    const last = arrangement.groups.findLastIndex(({ tab }) => tab === part.tab)
    return last < 0 ? undefined : endOfGroup(arrangement, last)
  }
  const place = part.kind === 'field' ? findPlace(arrangement, part.key) : undefined
  return place && { ...place, at: side === 'after' ? place.at + 1 : place.at }
}

const readGoal = ({ over, collisions }: Pick<DragMoveEvent, 'over' | 'collisions'>): Goal | undefined => {
  const part = getPart(over)
  return part && { part, side: collisions?.[0]?.data?.side === 'after' ? 'after' : 'before' }
}

/** The drags over the form: what is dragged, where it would land, and the change when it is dropped. */
export function useLayoutDrop({ arrangement, edits, apply, insert, moveColumn }: Setup) {
  const [dragged, setDragged] = useState<DragPart>()
  const [goal, setGoal] = useState<Goal>()
  const follow = (event: DragMoveEvent) => {
    const part = getPart(event.active)
    // The form may be drawn only after the drag has begun.
    setDragged(part)
    const next = readGoal(event)
    const isItself = isSameJson(next?.part, part)
    setGoal((last) => (isItself ? undefined : isSameJson(last, next) ? last : next))
  }
  const end = () => {
    setDragged(undefined)
    setGoal(undefined)
  }
  const drop = (part: DragPart, target: Goal) => {
    const { part: over, side } = target
    if (part.kind === 'group') {
      const next =
        over.kind === 'group'
          ? moveGroup(arrangement, part.at, over.at, side)
          : setTab(arrangement, part.at, over.kind === 'tab' ? over.tab : undefined)
      return apply(next, 'move group', `移动了${part.title}`)
    }
    if (part.kind === 'tab') {
      if (over.kind !== 'tab') return
      const tabs = listTabs(arrangement)
      const [from, at] = [tabs.indexOf(part.tab), tabs.indexOf(over.tab)]
      const to = side === 'after' ? at + 1 : at
      return apply(moveTab(arrangement, part.tab, to > from ? to - 1 : to), 'move tab', `移动了${part.title}`)
    }
    if (over.kind === 'column') {
      const column = { detail: over.detail, key: over.key, side }
      if (part.kind === 'column') moveColumn(part.key, column)
      if (part.kind === 'new') insert(part.type, column)
      return
    }
    if (part.kind === 'field' && over.kind === 'left') return edits.leave(part.key)
    const place = goalPlace(arrangement, target)
    if (!place) return
    if (part.kind === 'new') insert(part.type, place)
    if (part.kind === 'field') edits.place(part.key, place)
  }
  useDndMonitor({
    onDragStart: ({ active }) => setDragged(getPart(active)),
    onDragMove: follow,
    onDragCancel: end,
    onDragEnd: (event: DragEndEvent) => {
      const part = getPart(event.active)
      const target = readGoal(event)
      if (part && target && !isSameJson(target.part, part)) drop(part, target)
      end()
    },
  })
  return { dragged, goal }
}
