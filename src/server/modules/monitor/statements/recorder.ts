import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { decodeText } from '#runtime/kernel/text/decode-text.ts'
import { type SentStatement, STATEMENT_CHANNEL } from '../../../platform/store/statements.ts'

/** What statements of one text have taken since the server started. */
export interface StatementFigures {
  text: string
  count: number
  failed: number
  /** Milliseconds. */
  total: number
  max: number
  rows: number
  /** Where the slowest one came from. */
  sender: string
}

/** Texts that are counted; beyond them those with the least time are forgotten. */
const MAX_TEXTS = 400
const MAX_LENGTH = 2000
/** Sent texts whose counter is found without reading the text. */
const MAX_SENT = 4000

/** The text of a statement without its constants: equal ones are counted together, and no value is shown. */
export const normalizeText = (text: string): string =>
  text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\$\d+|(?<![\w"])\d+(?:\.\d+)?(?![\w"])/g, '?')
    .replace(/\?(?:\s*,\s*\?)+/g, '?, …')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH)

const places: readonly (readonly [RegExp, string])[] = [
  [/\/resource\/([a-z][\w-]*\/[\w-]+)\//, '界面'],
  [/\/cgreport\/api\/\w+\/([^/?]+)/, '报表'],
]

/** The screen or the report of an address, else its path. */
export function readSender(sender: string | undefined): string {
  if (sender === undefined) return '系统'
  const [path = ''] = sender.split('?', 1)
  for (const [pattern, title] of places) {
    const name = pattern.exec(path)?.[1]
    if (name !== undefined) return `${title} ${decodeText(name)}`.slice(0, 200)
  }
  return path.slice(0, 200)
}

/** Counts the statements of this server, as the pools of connections publish them. */
export class StatementRecorder {
  /** By the text without constants. */
  readonly #figures = new Map<string, StatementFigures>()
  readonly #sent = new Map<string, StatementFigures>()

  start(): void {
    subscribe(STATEMENT_CHANNEL, this.#receive)
  }

  stop(): void {
    unsubscribe(STATEMENT_CHANNEL, this.#receive)
  }

  readonly #receive = (message: unknown) => this.note(message as SentStatement)

  note({ text, took, rows, hasFailed, sender }: SentStatement): void {
    const figures = this.#find(text)
    figures.count += 1
    figures.total += took
    figures.rows += rows
    if (hasFailed) figures.failed += 1
    if (took <= figures.max) return
    figures.max = took
    figures.sender = readSender(sender)
  }

  #find(sent: string): StatementFigures {
    const cached = this.#sent.get(sent)
    if (cached) return cached
    const text = normalizeText(sent)
    const found = this.#figures.get(text) ?? {
      text,
      count: 0,
      failed: 0,
      total: 0,
      max: 0,
      rows: 0,
      sender: '',
    }
    if (!this.#figures.has(text) && this.#figures.size >= MAX_TEXTS) this.#forget()
    if (this.#sent.size >= MAX_SENT) this.#sent.clear()
    this.#figures.set(text, found)
    this.#sent.set(sent, found)
    return found
  }

  /** Forgets the half that took the least time. */
  #forget(): void {
    const slowest = this.list().slice(0, MAX_TEXTS / 2)
    this.#figures.clear()
    this.#sent.clear()
    for (const figures of slowest) this.#figures.set(figures.text, figures)
  }

  /** The figures of all texts, those that took the most time first. */
  list(): StatementFigures[] {
    return [...this.#figures.values()].sort((first, second) => second.total - first.total)
  }
}
