import { functions } from '#runtime/kernel/expression/functions.ts'
import { argumentsByFunction } from '#runtime/kernel/expression/signatures.ts'
import { parseExpression } from '#runtime/kernel/expression.ts'
import { nearestWord } from '#runtime/kernel/text/names.ts'
import { quoteText, readTokenTree, type TextFault, type Token, withoutSpaces } from './expression-tokens.ts'
import { explanations, ownWord, rewriteCall } from './function-words.ts'

/** What to do about a text that is no expression: what is wrong in it, and the corrected text where it can be computed. */
export interface ExpressionAdvice {
  text: string
  expression?: string
  /** Whether the corrected text is certain to mean the same. */
  isSure: boolean
}

/** The key of the field with a title, as an expression writes it. */
export type KeyOfTitle = (title: string) => string | undefined

interface Writing {
  faults: TextFault[]
  keyOfTitle: KeyOfTitle
}

const operatorWords: ReadonlySet<string> = new Set(['and', 'or', 'in', 'not', 'is', 'between', 'like'])
const binarySigns: ReadonlySet<string> = new Set('+ - * / % == != === !== < <= > >= && || ? :'.split(' '))
const ownSigns: Readonly<Record<string, string>> = { '<>': '!=', '=': '==' }
/** Signs that bind less than a joining `&`. */
const isLoose = ({ kind, ...token }: Token): boolean => {
  if (kind === 'group') return false
  const { text } = token as { text: string }
  return kind === 'word'
    ? /^(and|or|in|且|或|并且|或者)$/i.test(text)
    : kind === 'sign' && /^(<>|[<>!=]=*|&&|\|\||\?|:)$/.test(text)
}

const functionNames = [...functions.keys(), 'if', 'in']
const lowerNames = new Map(functionNames.map((name) => [name.toLowerCase(), name]))
const namesByTitle = new Map([
  ...[...functions].map(([name, { title }]) => [title, name] as const),
  ['如果', 'if'] as const,
  ['求和', 'sum'] as const,
])

const isSign = (token: Token | undefined, text: string): boolean =>
  token !== undefined && token.kind === 'sign' && token.text === text

/** Writes a list of tokens; texts that `&` joins become `concat`. */
function writeTokens(tokens: readonly Token[], writing: Writing): string {
  if (!tokens.some((token) => isSign(token, '&'))) return writePlain(tokens, writing)
  let written = ''
  let segment: Token[] = []
  const close = () => {
    const pieces: Token[][] = [[]]
    for (const token of segment) isSign(token, '&') ? pieces.push([]) : pieces.at(-1)?.push(token)
    const texts = pieces.map((piece) => writePlain(piece, writing))
    written += pieces.length > 1 ? ` concat(${texts.map((text) => text.trim()).join(', ')}) ` : texts.join('')
    segment = []
  }
  for (const token of tokens) {
    if (!isLoose(token)) {
      segment.push(token)
      continue
    }
    close()
    written += writePlain([token], { ...writing, faults: [] })
  }
  close()
  return written
}

const describeArguments = (name: string): string =>
  `${name}(${name === 'if' ? '条件, 值, 别的值' : name === 'in' ? '值, 列表' : argumentsByFunction[name]})`

/** A call of ours, of a misspelt name, or of another tool. */
function writeCall(name: string, args: string[], at: number, { faults }: Writing): string {
  const exact = functionNames.includes(name)
  if (!exact) {
    const rewritten = rewriteCall(name, args)
    if (rewritten !== undefined) return rewritten
  }
  const near = exact
    ? name
    : (lowerNames.get(name.toLowerCase()) ?? namesByTitle.get(name) ?? nearestWord(name, functionNames))
  if (near === undefined) {
    faults.push({
      text: `第 ${at + 1} 个字符处：没有函数 ${name}，可写 ${functionNames.join('、')}`,
      isGuess: true,
    })
    return `${name}(${args.join(', ')})`
  }
  if (!exact && near.toLowerCase() !== name.toLowerCase() && !namesByTitle.has(name))
    faults.push({ text: `没有函数 ${name}，是否想写 ${near}？`, isGuess: true })
  const [least, most] = functions.get(near)?.arity ?? (near === 'if' ? [3, 3] : [2, 2])
  if (args.length < least || args.length > most)
    faults.push({ text: `函数 ${near} 的参数个数不对，写作 ${describeArguments(near)}`, isGuess: true })
  const filled = near === 'if' && args.length === 2 ? [...args, 'null'] : args
  return `${near}(${filled.join(', ')})`
}

/** A name as we write it: of another tool, by its title, or a text that lacks its quotes. */
function writeName(word: string, writing: Writing): string {
  const translation = ownWord(word)
  if (translation !== undefined) return translation
  if (/^[\w.$]+$/.test(word)) return word
  const key = writing.keyOfTitle(word)
  if (key !== undefined) {
    writing.faults.push({ text: `字段写它的名字，「${word}」是 ${key}` })
    return key
  }
  writing.faults.push({ text: `文字要加引号，字段写它的名字：没有标题是「${word}」的字段`, isGuess: true })
  return quoteText(word)
}

/** The written members of a pair of brackets; empty ones are left out. */
function writeParts(parts: readonly Token[][], writing: Writing): string[] {
  const written = parts.map((part) => writeTokens(part, writing).trim())
  if (parts.length > 1 && written.includes(''))
    writing.faults.push({ text: '逗号多了一个，或少了一个值', isGuess: true })
  return written.filter((text) => text !== '')
}

/** Writes tokens from left to right, and says where a value or an operator is missing. */
function writePlain(tokens: readonly Token[], writing: Writing): string {
  const { faults } = writing
  const out: string[] = []
  /** The operand before the current token, by its place in `out`. */
  let operand: number | undefined
  let operator: Token | undefined
  let between: string | undefined
  const solid = withoutSpaces(tokens)
  const getNext = (token: Token, by = 1) => solid[solid.indexOf(token) + by]
  const skipped = new Set<Token>()
  const skipSpaceAfter = (token: Token) => {
    const after = tokens[tokens.indexOf(token) + 1]
    if (after?.kind === 'space') skipped.add(after)
  }
  const putOperand = (text: string, at: number) => {
    if (operand !== undefined) faults.push({ text: `第 ${at + 1} 个字符前少了逗号或运算符`, isGuess: true })
    operand = out.push(text) - 1
    operator = undefined
  }
  const putOperator = (token: Token, text: string, isUnary = false) => {
    if (operand === undefined && !isUnary)
      faults.push({ text: `第 ${token.at + 1} 个字符的 ${text} 前面少一个值`, isGuess: true })
    out.push(text)
    operand = undefined
    operator = token
  }
  for (const token of tokens) {
    if (skipped.has(token)) continue
    const next = getNext(token)
    if (token.kind === 'space') out.push(' ')
    else if (token.kind === 'text' || token.kind === 'number') {
      const afterNext = next && getNext(next)
      const isPercent =
        token.kind === 'number' &&
        isSign(next, '%') &&
        (!afterNext || (afterNext.kind === 'sign' && afterNext.text !== '-'))
      if (isPercent && next) skipped.add(next)
      putOperand(isPercent ? `(${token.text} / 100)` : token.text, token.at)
    } else if (token.kind === 'group') {
      const parts = writeParts(token.parts, writing)
      const isList = token.open === '[' || (operator?.kind === 'word' && operator.text.toLowerCase() === 'in')
      putOperand(isList ? `[${parts.join(', ')}]` : `(${parts.join(', ')})`, token.at)
    } else if (token.kind === 'sign') {
      const text = ownSigns[token.text] ?? token.text
      const isUnary = text === '!' || ((text === '+' || text === '-') && operand === undefined)
      if (!isUnary && !binarySigns.has(text) && text !== ';')
        faults.push({ text: `第 ${token.at + 1} 个字符的 ${text} 不能用`, isGuess: true })
      if (text === ';' && next === undefined) faults.push({ text: '结尾不写分号' })
      else putOperator(token, text, isUnary)
    } else {
      const lower = (ownWord(token.text) ?? token.text).toLowerCase()
      const isOperator = lower === 'not' || (operatorWords.has(lower) && operand !== undefined)
      const before = operand === undefined ? '' : (out[operand] ?? '')
      if (isOperator && lower === 'not' && operand !== undefined && next?.kind === 'word') {
        out[operand] = `not ${before}`
        skipSpaceAfter(token)
      } else if (isOperator && lower === 'is') {
        const isNot = next?.kind === 'word' && next.text.toLowerCase() === 'not'
        if (isNot) {
          skipped.add(next)
          skipSpaceAfter(next)
        }
        putOperator(token, isNot ? '!=' : '==')
      } else if (isOperator && lower === 'between') {
        between = before
        putOperator(token, '>=')
      } else if (isOperator && lower === 'and' && between !== undefined) {
        putOperator(token, `and ${between} <=`)
        between = undefined
      } else if (isOperator) putOperator(token, lower, lower === 'not')
      else if (binarySigns.has(lower)) putOperator(token, lower)
      else if (next?.kind === 'group' && next.open === '(') {
        skipped.add(next)
        putOperand(writeCall(token.text, writeParts(next.parts, writing), token.at, writing), token.at)
      } else
        putOperand(/^(true|false|null)$/i.test(token.text) ? lower : writeName(token.text, writing), token.at)
    }
  }
  if (operator && operator.kind !== 'group')
    faults.push({ text: `第 ${operator.at + 1} 个字符的 ${operator.text} 后面少一个值`, isGuess: true })
  return out.join('')
}

/** Without the sign that begins a formula of Excel. */
function withoutBeginning(tokens: readonly Token[], faults: TextFault[]): Token[] {
  const [first, ...rest] = withoutSpaces(tokens)
  if (first?.kind !== 'sign' || !/^={1,3}$/.test(first.text) || rest.length === 0) return [...tokens]
  faults.push({ text: '开头的 = 多了' })
  return tokens.slice(tokens.indexOf(first) + 1)
}

/** What is wrong with a text that cannot be read as an expression; `fault` is what the parser says of it. */
export function adviseExpression(
  text: string,
  fault: string,
  keyOfTitle: KeyOfTitle = () => undefined,
): ExpressionAdvice {
  const bare = text.replace(/"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'/g, "''")
  const remedy = explanations.find(([notation]) => notation.test(bare))?.[1]
  if (remedy !== undefined) return { text: remedy, isSure: false }
  const tree = readTokenTree(text)
  const faults = [...tree.faults]
  const writing = { faults, keyOfTitle }
  const expression = writeTokens(withoutBeginning(tree.tokens, faults), writing).replace(/;\s*$/, '').trim()
  const isCorrected = expression !== text && parseExpression(expression).ok
  const found = [...new Set(faults.map((entry) => entry.text))].join('；')
  if (!isCorrected) return { text: found || fault, isSure: false }
  const isSure = !faults.some(({ isGuess }) => isGuess)
  return { text: `${found}${found && '，'}这里写作 ${expression}`, expression, isSure }
}
