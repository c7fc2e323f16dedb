import { type Collision, type CollisionDetection, pointerWithin, type UniqueIdentifier } from '@dnd-kit/core'
import { type DragPart, getPart, type Side } from '../drag-part.ts'

type Kind = DragPart['kind']

/** Where each part can be dropped, the innermost first. */
const goals: Readonly<Record<Kind, readonly Kind[]>> = {
  new: ['column', 'field', 'group', 'tab'],
  field: ['field', 'group', 'tab', 'left'],
  column: ['column'],
  group: ['group', 'tab'],
  tab: ['tab'],
  left: [],
}

type Rect = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>
interface Point {
  x: number
  y: number
}

/** Above or left of the middle is before. Parts of the whole width are above each other, others are in lines. */
export function findSide({ left, top, right, bottom }: Rect, { x, y }: Point, isWide: boolean): Side {
  const isBefore = isWide ? y < (top + bottom) / 2 : y < top || (y <= bottom && x < (left + right) / 2)
  return isBefore ? 'before' : 'after'
}

/** The square of the distance from a point to a rectangle. */
const distance = ({ left, top, right, bottom }: Rect, { x, y }: Point): number =>
  Math.max(left - x, 0, x - right) ** 2 + Math.max(top - y, 0, y - bottom) ** 2

/** The part under the pointer that takes the dragged one, with the side of it; in a group the nearest field. */
export const detectGoal: CollisionDetection = (args) => {
  const dragged = getPart(args.active)
  const point = args.pointerCoordinates
  if (!dragged || !point) return []
  const parts = new Map(
    args.droppableContainers.flatMap((container): [UniqueIdentifier, DragPart][] => {
      const part = container.data.current as DragPart | undefined
      return part ? [[container.id, part]] : []
    }),
  )
  const takes = (part: DragPart): boolean =>
    goals[dragged.kind].includes(part.kind) &&
    (dragged.kind !== 'column' || (part.kind === 'column' && part.detail === dragged.detail))
  const hits = pointerWithin(args).flatMap(({ id }) => {
    const part = parts.get(id)
    return part && takes(part) ? [{ id, part }] : []
  })
  const answer = ({ id, part }: { id: UniqueIdentifier; part: DragPart }): Collision[] => {
    const rect = args.droppableRects.get(id)
    if (!rect) return []
    const isWide = part.kind === 'group' || (part.kind === 'field' && part.isWide)
    return [{ id, data: { side: findSide(rect, point, isWide) } }]
  }
  const hit = goals[dragged.kind].flatMap((kind) => hits.find(({ part }) => part.kind === kind) ?? [])[0]
  if (!hit) return []
  const group = hit.part
  if (group.kind !== 'group' || dragged.kind === 'group') return answer(hit)
  // Between the fields of a group the nearest one is meant.
  const fields = [...parts].flatMap(([id, part]) => {
    const rect = args.droppableRects.get(id)
    return part.kind === 'field' && part.group === group.at && rect
      ? [{ id, part, distance: distance(rect, point) }]
      : []
  })
  const [nearest] = fields.sort((a, b) => a.distance - b.distance)
  return answer(nearest ?? hit)
}
