import { pointerKeys } from '#runtime/kernel/pointer.ts'
import { readName, type TextMember, type TextNode } from './text-tree.ts'

export interface TextRange {
  from: number
  to: number
}

const isHolder = (node: TextNode): boolean => node.kind === 'object' || node.kind === 'list'

/** The first words of an object or a list: a longer mark would cover the text. */
function getHeadRange(node: TextNode): TextRange {
  const [first] = node.members
  const last = first?.value && !isHolder(first.value) ? first.value : first?.key
  return { from: node.from, to: last?.to ?? node.from + 1 }
}

/** The key, or the value where it is a single one and `isKey` is not wanted. */
function rangeOfMember({ key, value }: TextMember, isKey: boolean): TextRange | undefined {
  if (value && !isHolder(value) && !(isKey && key)) return { from: value.from, to: value.to }
  if (key) return { from: key.from, to: key.to }
  return value && getHeadRange(value)
}

/**
 * The place of a problem in the text of a document, whose tree is `root`: its value, or its key if `isKey` or if the value has
 * parts. A part that the text does not have is marked at what contains it.
 */
export function problemRange(
  root: TextNode | undefined,
  text: string,
  pointer: string,
  isKey = false,
): TextRange {
  let found: TextRange = root ? getHeadRange(root) : { from: 0, to: Math.min(1, text.length) }
  let node = root
  for (const step of pointerKeys(pointer)) {
    const member: TextMember | undefined =
      node?.kind === 'list'
        ? node.members[Number(step)]
        : node?.members.find(({ key }) => key && readName(key, text) === step)
    if (!member) break
    found = rangeOfMember(member, isKey) ?? found
    node = member.value
  }
  return found
}
