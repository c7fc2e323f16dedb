import { readName, readNode, type TextMember, type TextNode } from './text-tree.ts'

/** The place of the cursor in a text: at a key of an object, or at a value. */
export interface TextPlace {
  kind: 'key' | 'value'
  /** The objects and lists around the cursor, from the outside, with the steps that lead inwards. */
  holders: readonly { node: TextNode; key: string | number }[]
  /** The key or the value that is being written; absent for a gap. */
  node?: TextNode
  member?: TextMember
}

const isHolder = (node: TextNode | undefined): node is TextNode =>
  node?.kind === 'object' || node?.kind === 'list'

const touches = (node: TextNode | undefined, at: number): node is TextNode =>
  node !== undefined && node.from <= at && at <= node.to

/** Whether a place is between the brackets of a node. */
const isInside = (node: TextNode, at: number): boolean =>
  node.from < at && (node.isClosed ? at < node.to : at <= node.to)

const getStart = ({ key, value }: TextMember): number => key?.from ?? value?.from ?? 0

/** Finds the place of an offset; undefined outside of the document. */
export function textPlace(
  root: TextNode | undefined,
  text: string,
  at: number,
  around: TextPlace['holders'] = [],
): TextPlace | undefined {
  if (!root || !isInside(root, at)) return undefined
  const { members } = root
  const index = members.findIndex(
    ({ key, value }) => touches(key, at) || (isHolder(value) ? isInside(value, at) : touches(value, at)),
  )
  const member = members[index]
  const step = (to: TextMember | undefined, position: number): TextPlace['holders'] => [
    ...around,
    { node: root, key: root.kind === 'list' ? position : to?.key ? readName(to.key, text) : '' },
  ]
  if (member && touches(member.key, at))
    return { kind: 'key', holders: step(member, index), node: member.key, member }
  if (isHolder(member?.value)) return textPlace(member.value, text, at, step(member, index))
  if (member?.value) return { kind: 'value', holders: step(member, index), node: member.value, member }
  const before = members.filter((entry) => getStart(entry) < at).length
  if (root.kind === 'list') return { kind: 'value', holders: step(undefined, before) }
  const last = members[before - 1]
  // After a colon the value is missing.
  const isValue = last?.colon !== undefined && !last.value && !text.slice(last.colon, at).includes(',')
  if (isValue) return { kind: 'value', holders: step(last, before - 1), member: last }
  return { kind: 'key', holders: step(undefined, before) }
}

/** The value of a node without one of its members. */
export function readWithout(node: TextNode, text: string, member: TextMember | undefined): unknown {
  return readNode({ ...node, members: node.members.filter((entry) => entry !== member) }, text)
}
