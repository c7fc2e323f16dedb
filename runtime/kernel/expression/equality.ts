import type { NameKind, Value } from './node.ts'
import { isSame, listMembers } from './value.ts'

/** An operand: its value, and the kind of the name that it was read from. */
interface Operand {
  value: Value
  kind: NameKind | undefined
}

type Flag = Extract<NameKind, { is: 'flag' }>

/** Whether the value of a switch means yes. */
export const isOn = (value: Value, { on }: Flag): boolean =>
  typeof value === 'boolean' ? value : isSame(value, on)

/**
 * Equality in conditions. A switch beside a truth value, or beside another switch, is one; beside any other value it is
 * its stored value. Several values equal one of them, or the same ones in any order.
 */
export function areEqual(left: Operand, right: Operand): boolean {
  const [a, b] = [readTruth(left), readTruth(right)]
  if (a !== undefined && b !== undefined && (left.kind?.is === 'flag' || right.kind?.is === 'flag'))
    return a === b
  if (left.kind?.is !== 'several' && right.kind?.is !== 'several') return isSame(left.value, right.value)
  const [members, others] = [listAll(left.value), listAll(right.value)]
  if (right.kind?.is !== 'several' && others.length === 1) return holdsAll(members, others)
  if (left.kind?.is !== 'several' && members.length === 1) return holdsAll(others, members)
  return holdsAll(members, others) && holdsAll(others, members)
}

/** The truth value of an operand; undefined for a value that is none. */
function readTruth({ value, kind }: Operand): boolean | undefined {
  if (kind?.is === 'flag') return isOn(value, kind)
  return typeof value === 'boolean' ? value : undefined
}

/** The single values, those of the rows of a column among them. */
const listAll = (value: Value): Value[] => listMembers(value).flatMap(listMembers)

const holdsAll = (members: readonly Value[], wanted: readonly Value[]): boolean =>
  wanted.every((value) => members.some((member) => isSame(member, value)))
