/** A value in a JSON text that may be unfinished, from `from` to `to`. */
export interface TextNode {
  kind: 'object' | 'list' | 'text' | 'plain'
  from: number
  to: number
  /** Of objects and lists; those of a list have no keys. */
  members: TextMember[]
  isClosed: boolean
}

export interface TextMember {
  key?: TextNode
  /** The end of the colon; absent without one. */
  colon?: number
  value?: TextNode
}

interface Token {
  from: number
  text: string
}

const tokens = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g
const isBracket = (text = ''): boolean => /^[{}[\]]$/.test(text)

/** The tree of a JSON text. An unfinished text has one as well: what is missing is absent. */
export function textTree(text: string): TextNode | undefined {
  const found: Token[] = [...text.matchAll(tokens)].map((match) => ({ from: match.index, text: match[0] }))
  let at = 0
  /** The brackets that are open, by which a wrong one ends its own holder only. */
  const open: string[] = []
  const word = (): string => found[at]?.text ?? ''

  function value(): TextNode | undefined {
    const token = found[at]
    if (!token || [',', ':', '}', ']'].includes(token.text)) return undefined
    at++
    const { from, text: first } = token
    if (first === '{' || first === '[') return holder(from, first)
    const kind = first.startsWith('"') ? 'text' : 'plain'
    return { kind, from, to: from + first.length, members: [], isClosed: true }
  }

  function holder(from: number, bracket: string): TextNode {
    const end = bracket === '{' ? '}' : ']'
    const members: TextMember[] = []
    open.push(end)
    while (at < found.length && word() !== end && !(isBracket(word()) && open.includes(word()))) {
      if ([',', ':', '}', ']'].includes(word())) at++
      else members.push(end === '}' ? member() : element())
    }
    open.pop()
    const last = found[at]
    const isClosed = last?.text === end
    if (isClosed) at++
    const to = last === undefined ? text.length : isClosed ? last.from + 1 : last.from
    return { kind: end === '}' ? 'object' : 'list', from, to, members, isClosed }
  }

  function element(): TextMember {
    const inner = value()
    return inner ? { value: inner } : {}
  }

  function member(): TextMember {
    if (isBracket(word())) return element()
    const key = value()
    if (word() !== ':') return key ? { key } : {}
    const colon = (found[at++]?.from ?? 0) + 1
    // A text before a colon is the next key.
    const isNextKey = word().startsWith('"') && found[at + 1]?.text === ':'
    const inner = isNextKey ? undefined : value()
    return { ...(key && { key }), colon, ...(inner && { value: inner }) }
  }

  return value()
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The name of a key, also of one without its closing quote. */
export function readName(key: TextNode, text: string): string {
  const written = text.slice(key.from, key.to)
  return String(parsed(written) ?? written.replaceAll('"', ''))
}

/** The value of a node; what is unfinished in it is left out. */
export function readNode(node: TextNode | undefined, text: string): unknown {
  if (!node) return undefined
  if (node.kind === 'list') return node.members.map(({ value }) => readNode(value, text))
  if (node.kind !== 'object') return parsed(text.slice(node.from, node.to))
  return Object.fromEntries(
    node.members.flatMap(({ key, value }) => (key ? [[readName(key, text), readNode(value, text)]] : [])),
  )
}
