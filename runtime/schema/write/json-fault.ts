/** The first fault of a JSON text, at an offset; `keys` is the path of a key that occurs twice. */
export interface JsonFault {
  at: number
  text: string
  keys?: readonly (string | number)[]
}

class Fault extends Error {
  readonly fault: JsonFault
  constructor(at: number, text: string, keys?: readonly (string | number)[]) {
    super(text)
    this.fault = { at, text, ...(keys ? { keys } : {}) }
  }
}

const MAX_DEPTH = 500
const space = /[ \t\r\n]*/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y
const word = /[\p{L}_$][\p{L}\p{N}_$]*/uy
/** A text up to its closing quote; control characters such as line breaks are not allowed inside. */
const quoted = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy

/** Finds the first syntax error of a JSON text, or the first key that an object has twice; null when there is none. */
export function jsonFault(text: string): JsonFault | null {
  try {
    new Scanner(text).scan()
    return null
  } catch (error) {
    if (error instanceof Fault) return error.fault
    throw error
  }
}

/** The line and the column of an offset, counted from 1. */
export function findPosition(text: string, at: number): { line: number; column: number } {
  const lines = text.slice(0, at).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

class Scanner {
  readonly #text: string
  #at = 0
  readonly #path: (string | number)[] = []

  constructor(text: string) {
    this.#text = text
  }

  scan(): void {
    this.#skip()
    if (this.#at >= this.#text.length) throw new Fault(0, '文件是空的，请写上文档')
    this.#value()
    this.#skip()
    if (this.#at < this.#text.length) throw new Fault(this.#at, '文档到前面已经结束，请删去多出来的内容')
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }

  /** Skips white space; comments are reported at their own place. */
  #skip(): void {
    this.#take(space)
    const next = this.#text.slice(this.#at, this.#at + 2)
    if (next === '//' || next === '/*' || next.startsWith('#'))
      throw new Fault(this.#at, 'JSON 里不能写注释，请删去；备注可以写成 "x-" 开头的键')
  }

  #next(): string {
    return this.#text[this.#at] ?? ''
  }

  #value(): void {
    if (this.#path.length > MAX_DEPTH) throw new Fault(this.#at, '嵌套太深，请拆开')
    const at = this.#at
    const first = this.#next()
    if (first === '{') this.#members('}')
    else if (first === '[') this.#members(']')
    else if (first === '"') this.#string()
    else if (!/[-+.\d]/.test(first)) this.#constant()
    else if (this.#take(number) === undefined)
      throw new Fault(at, '数字的写法不对：不带加号、前面的 0 和千分位，如 1234.5')
  }

  #constant(): void {
    const at = this.#at
    const name = this.#take(word)
    if (name === 'true' || name === 'false' || name === 'null') return
    throw new Fault(
      at,
      name === undefined ? this.#unexpected('一个值') : `「${name}」要加英文双引号，或写 true、false、null`,
    )
  }

  /** The members of an object or a list, between its brackets. */
  #members(end: '}' | ']'): void {
    const seen = new Map<string, number>()
    const start = this.#at++
    for (let index = 0; ; index++) {
      this.#skip()
      if (this.#next() === end && index === 0) break
      this.#path.push(index)
      if (end === '}') this.#member(seen)
      else this.#value()
      this.#path.pop()
      const after = this.#at
      this.#skip()
      if (this.#next() === end) break
      if (this.#next() !== ',') throw this.#separator(after, start, end)
      const comma = this.#at++
      this.#skip()
      if (this.#next() === '}' || this.#next() === ']')
        throw new Fault(comma, '最后一项后面不能有逗号，请删去这个逗号')
    }
    this.#at++
  }

  #member(seen: Map<string, number>): void {
    const at = this.#at
    if (this.#next() !== '"') {
      const name = this.#take(word)
      throw new Fault(
        at,
        name === undefined ? this.#unexpected('一个键') : `键 ${name} 要加英文双引号，写作 "${name}"`,
      )
    }
    const key = String(JSON.parse(this.#string()))
    this.#path[this.#path.length - 1] = key
    const former = seen.get(key)
    if (former !== undefined) {
      const lines = [former, at].map((offset) => findPosition(this.#text, offset).line).join(' 行和第 ')
      throw new Fault(at, `键「${key}」写了两次（第 ${lines} 行），后一个会盖掉前一个，请删去一个`, [
        ...this.#path,
      ])
    }
    seen.set(key, at)
    const after = this.#at
    this.#skip()
    if (this.#next() !== ':') {
      const isWide = this.#next() === '：'
      throw new Fault(isWide ? this.#at : after, isWide ? '请用英文冒号 :' : `键「${key}」后面少一个冒号`)
    }
    this.#at++
    this.#skip()
    this.#value()
  }

  #string(): string {
    const at = this.#at
    const found = this.#take(quoted)
    if (found !== undefined) return found
    const rest = this.#text.slice(at + 1)
    const badEscape = /^[^"\\\n]*\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(rest)
    if (badEscape)
      throw new Fault(
        at + badEscape[0].length,
        '反斜线后面只能是 " \\ / b f n r t 或 u 加四位；反斜线本身写两个 \\\\',
      )
    throw new Fault(at, '这段文字没有结束的双引号，或者里面有换行（换行写 \\n）')
  }

  #separator(after: number, start: number, end: '}' | ']'): Fault {
    if (this.#at >= this.#text.length) {
      const { line, column } = findPosition(this.#text, start)
      const open = end === '}' ? '{' : '['
      return new Fault(this.#at, `少一个 ${end}：第 ${line} 行第 ${column} 列的 ${open} 没有结束`)
    }
    if (this.#next() === '，') return new Fault(this.#at, '请用英文逗号 ,')
    if (this.#next() === '}' || this.#next() === ']') return new Fault(this.#at, `这里应为 ${end}`)
    return new Fault(after, '这里少一个逗号')
  }

  #unexpected(wanted: string): string {
    if (this.#at >= this.#text.length) return `文件到这里就结束了，后面应有${wanted}`
    if (/['‘’「」]/.test(this.#next())) return '请用英文双引号 "'
    if (this.#next() === '，') return '请用英文逗号 ,'
    if (this.#next() === ',') return '多了一个逗号，请删去'
    return `这里应为${wanted}`
  }
}
