import { type RefObject, useEffect, useRef, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { getSpan, getTitle } from '#runtime/schema/derive.ts'
import { formLayout } from '#runtime/schema/form-layout.ts'
import { isDetail } from '#runtime/schema/types.ts'
import {
  type FieldPath,
  fieldAt,
  freeKey,
  getKey,
  insertField,
  listFields,
  moveField,
  newField,
} from '../document-edit.ts'
import type { ColumnGoal } from '../drag-part.ts'
import { getSample } from '../settings/samples.ts'
import {
  type Arrangement,
  endOfGroup,
  type FieldPlace,
  findPlace,
  groupTitle,
  leaveForm,
  placeField,
  stepPlace,
} from './arrangement.ts'
import { type LaidOut, withArrangement, withColumns, withNewField, withSpan } from './write-layout.ts'

/** A screen whose form is laid out, and where its fields stand. */
export interface ArrangedForm extends LaidOut {
  arrangement: Arrangement
}

interface Setup {
  /** The element that draws the form. */
  box: RefObject<HTMLElement | null>
  /** The present form, which the edits change. */
  form: ArrangedForm
  /** The arrangement that is drawn, maybe an earlier one. */
  drawn: Arrangement
  onSelect(path: FieldPath, isAdded?: boolean): void
  onChange(document: JsonObject, label: string): void
}

/** What a field of the form can do; the same object for all states of the document. */
export interface FieldEdits {
  select(path: FieldPath): void
  canStep(key: string, by: -1 | 1): boolean
  step(key: string, by: -1 | 1): void
  place(key: string, place: FieldPlace): void
  moveTo(key: string, group: number): void
  resize(key: string, span: number): void
  leave(key: string): void
}

/** The changes of the form that is laid out: each is one step of undo, and is said to screen readers. */
export function useLayoutEdits({ box, form, drawn, onSelect, onChange }: Setup) {
  const { document, screen, base, arrangement } = form
  const [announcement, announce] = useState('')
  const nameField = (key: string): string => {
    const field = screen.fields.find((entry) => entry.key === key)
    return `「${field ? getTitle(field) : key}」`
  }
  // Another group draws a moved field again: it takes the focus there.
  const moved = useRef<string>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the move is drawn
  useEffect(() => {
    const cell =
      moved.current && box.current?.querySelector<HTMLElement>(`[data-layout-key="${moved.current}"]`)
    moved.current = null
    if (!cell) return
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest' })
  }, [drawn])
  const apply = (next: Arrangement, label: string, text: string) => {
    if (next === arrangement || next === drawn) return
    onChange(withArrangement(form, next), label)
    announce(text)
  }
  const applyTo = (key: string, next: Arrangement) => {
    const place = findPlace(next, key)
    apply(
      next,
      `place ${key}`,
      place
        ? `${nameField(key)}在${groupTitle(next, place.group)}第 ${place.at + 1} 个`
        : `${nameField(key)}不在表单里了`,
    )
    if (next !== arrangement) moved.current = key
  }
  const now: FieldEdits = {
    select: onSelect,
    canStep: (key, by) => stepPlace(arrangement, key, by) !== undefined,
    step(key, by) {
      const place = stepPlace(arrangement, key, by)
      if (place) applyTo(key, placeField(arrangement, key, place))
    },
    place: (key, place) => applyTo(key, placeField(arrangement, key, place)),
    moveTo: (key, group) => applyTo(key, placeField(arrangement, key, endOfGroup(arrangement, group))),
    resize(key, span) {
      const { columns } = formLayout(screen, 'edit')
      const next = withSpan(form, key, span, columns)
      if (next === document) return
      onChange(next, `span ${key}`)
      announce(`${nameField(key)}占 ${Math.min(columns, Math.max(1, Math.round(span)))} 列`)
    },
    leave: (key) => applyTo(key, leaveForm(arrangement, key)),
  }
  const setColumns = (count: number | undefined) => {
    onChange(withColumns(form, count), 'columns')
    announce(count === undefined ? '列数自动' : `表单分 ${count} 列`)
  }
  const columnAt = ({ detail, key, side }: ColumnGoal): number =>
    listFields(fieldAt(document, [detail]) ?? {}).findIndex((field) => getKey(field) === key) +
    (side === 'after' ? 1 : 0)
  /** Puts a new field of a type at a place of the form, or beside a column of a detail table. */
  const insert = (type: string, goal: FieldPlace | ColumnGoal) => {
    const sample = getSample(type)
    // The types of the palette are added to a list of fields; an overlay has none.
    if (!sample || base) return
    const parent = 'detail' in goal ? [goal.detail] : []
    const key = freeKey(document, parent, getKey(sample))
    const field = newField(document, sample, key)
    const next =
      'detail' in goal
        ? insertField(document, parent, columnAt(goal), field)
        : withNewField(form, arrangement, field, goal)
    onChange(next, `add ${key}`)
    onSelect([...parent, key], true)
    announce(`加了「${String(sample.title ?? key)}」`)
  }
  const moveColumn = (key: string, goal: ColumnGoal) => {
    const from = columnAt({ ...goal, key, side: 'before' })
    const to = columnAt(goal)
    if (to === from || to === from + 1) return
    onChange(moveField(document, [goal.detail, key], to > from ? to - 1 : to), `move ${key}`)
    announce('移动了明细的列')
  }
  // Fields that a change leaves as they are are not drawn again: they read the present edits here.
  const latest = useRef(now)
  latest.current = now
  const [edits] = useState<FieldEdits>(() => ({
    select: (...call) => latest.current.select(...call),
    canStep: (...call) => latest.current.canStep(...call),
    step: (...call) => latest.current.step(...call),
    place: (...call) => latest.current.place(...call),
    moveTo: (...call) => latest.current.moveTo(...call),
    resize: (...call) => latest.current.resize(...call),
    leave: (...call) => latest.current.leave(...call),
  }))
  return { edits, announcement, apply, setColumns, insert, moveColumn }
}

/** The columns that a field takes, and how many it can take; 0 for a detail table, which has the whole width. */
export function fieldWidth(field: Parameters<typeof getSpan>[0], columns: number) {
  return isDetail(field)
    ? { span: columns, possible: 0 }
    : { span: Math.min(columns, getSpan(field)), possible: columns }
}
