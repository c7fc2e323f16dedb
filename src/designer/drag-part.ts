import type { Active, Over } from '@dnd-kit/core'

/** A part of a form that is dragged, or over which something is dragged; `new` is a type of the palette. */
export type DragPart = { title: string } & (
  | { kind: 'new'; type: string }
  | { kind: 'field'; key: string; group: number; isWide: boolean }
  | { kind: 'column'; detail: string; key: string }
  | { kind: 'group'; at: number }
  | { kind: 'tab'; tab: string }
  | { kind: 'left' }
)

/** The side of the part under the pointer to which the pointer is nearer. */
export type Side = 'before' | 'after'

/** A place beside a column of a detail table. */
export interface ColumnGoal {
  detail: string
  key: string
  side: Side
}

export const getPart = (entry: Pick<Active | Over, 'data'> | null): DragPart | undefined =>
  entry?.data.current as DragPart | undefined
