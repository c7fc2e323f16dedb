/** A word, number, text or sign of an expression, or the content of a pair of brackets; `at` counts characters from 0. */
export type Token =
  | { kind: 'text' | 'number' | 'word' | 'sign' | 'space'; text: string; at: number }
  | { kind: 'group'; open: '(' | '['; parts: Token[][]; at: number }

/** Something that is wrong in a text; `isGuess` where its correction may have been meant otherwise. */
export interface TextFault {
  text: string
  isGuess?: true
}

export interface TokenTree {
  tokens: Token[]
  faults: TextFault[]
}

/** Signs of Chinese typing and of books, with ours. */
const fullWidth: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '、': ',',
    '。': '.',
    '【': '[',
    '】': ']',
    '〔': '(',
    '〕': ')',
    '×': '*',
    '✕': '*',
    '·': '*',
    '÷': '/',
    '−': '-',
    '–': '-',
    '—': '-',
    '≥': '>=',
    '≧': '>=',
    '≤': '<=',
    '≦': '<=',
    '≠': '!=',
  }),
)
const quotes = '"\'“”‘’「」『』＂＇'
const closing: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '“': '“”',
    '”': '“”',
    '‘': '‘’',
    '’': '‘’',
    '「': '」',
    '『': '』',
    '＂': '＂',
    '＇': '＇',
  }),
)

/** The full-width forms of letters, figures and signs, and the full-width space. */
const narrow = (text: string): string =>
  text.replace(/[\uFF01-\uFF5E\u3000]/g, (char) => char.normalize('NFKC'))

/** A text in our quotes. */
export function quoteText(content: string): string {
  return `'${content.replace(/[\\']/g, '\\$&')}'`
}

const plainText = /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'/y
const number = /\d+(?:\.\d+)?(?![\p{L}\d])/uy
const word = /[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*/uy
const sign = /===|!==|<>|<=|>=|==|!=|&&|\|\||=>|\?\?|\*\*|[\s\S]/uy

const matchAt = (shape: RegExp, text: string, at: number): string | undefined => {
  shape.lastIndex = at
  return shape.exec(text)?.[0]
}

/** The text in quotes that begins at a place, with its length; undefined where it does not end. */
function readText(text: string, at: number): { content: string; length: number } | undefined {
  const plain = matchAt(plainText, text, at)
  if (plain !== undefined) return { content: plain, length: plain.length }
  const ends = closing.get(text[at] ?? '')
  if (ends === undefined) return undefined
  for (let end = at + 1; end < text.length; end++) {
    if (ends.includes(text[end] ?? ''))
      return { content: quoteText(text.slice(at + 1, end)), length: end + 1 - at }
  }
  return undefined
}

/** A list of tokens without brackets, and what full-width signs are in it. */
function* readTokens(text: string, faults: TextFault[]): Generator<Exclude<Token, { kind: 'group' }>> {
  const wide = new Map<string, string>()
  // Of the same length, so that places are the same.
  const narrowed = narrow(text)
  let at = 0
  while (at < text.length) {
    const start = at
    const first = text[at] ?? ''
    if (quotes.includes(first)) {
      const found = readText(text, at)
      if (found) {
        if (first !== '"' && first !== "'") wide.set(`${first}${text[at + found.length - 1]}`, "''")
        at += found.length
        yield { kind: 'text', text: found.content, at: start }
        continue
      }
      faults.push({ text: `第 ${at + 1} 个字符的引号 ${first} 没有另一半`, isGuess: true })
    }
    const name = matchAt(word, narrowed, at)
    const digits = name === undefined ? matchAt(number, narrowed, at) : undefined
    const found = name ?? digits ?? matchAt(sign, narrowed, at) ?? first
    at += found.length
    const written = fullWidth.get(found) ?? found
    const source = text.slice(start, at)
    if (written !== source) wide.set(source, written.trim() === '' ? '空格' : written)
    const kind = name !== undefined ? 'word' : digits !== undefined ? 'number' : 'sign'
    yield { kind: written.trim() === '' ? 'space' : kind, text: written, at: start }
  }
  if (wide.size > 0) {
    const [from, to] = [[...wide.keys()].join(' '), [...new Set(wide.values())].join(' ')]
    faults.push({ text: `全角的 ${from} 要写成半角的 ${to}` })
  }
}

type Group = Extract<Token, { kind: 'group' }>

/** The tokens of an expression as a tree of brackets. A missing bracket is added, and one too many is left out. */
export function readTokenTree(text: string): TokenTree {
  const faults: TextFault[] = []
  const root: Group = { kind: 'group', open: '(', parts: [[]], at: -1 }
  const stack: Group[] = [root]
  const current = () => stack.at(-1) ?? root
  const add = (token: Token) => current().parts.at(-1)?.push(token)
  for (const token of readTokens(text, faults)) {
    if (token.text === '(' || token.text === '[') {
      const group: Group = { kind: 'group', open: token.text, parts: [[]], at: token.at }
      add(group)
      stack.push(group)
    } else if (token.text === ')' || token.text === ']') {
      if (stack.length === 1) {
        faults.push({
          text: `第 ${token.at + 1} 个字符的 ${token.text} 多了，前面没有和它成对的括号`,
          isGuess: true,
        })
        continue
      }
      const { open, at } = stack.pop() ?? root
      if ((open === '(') !== (token.text === ')'))
        faults.push({
          text: `第 ${token.at + 1} 个字符的 ${token.text} 和第 ${at + 1} 个字符的 ${open} 不成对`,
          isGuess: true,
        })
    } else if (token.text === ',' && stack.length > 1) current().parts.push([])
    else add(token)
  }
  for (const { open, at } of stack.slice(1)) {
    faults.push({
      text: `第 ${at + 1} 个字符的 ${open} 没有和它成对的 ${open === '(' ? ')' : ']'}`,
      isGuess: true,
    })
  }
  return { tokens: root.parts[0] ?? [], faults }
}

/** The tokens that are not spaces. */
export const withoutSpaces = (tokens: readonly Token[]): Token[] =>
  tokens.filter(({ kind }) => kind !== 'space')
