import { benchLookup, benchRecord } from '../../../src/views/bench/rows.ts'

export type Row = Record<string, unknown>

export const shownAtFirst = 100

/** A bill's rows as our own page has them. */
export const rowsOf = (count: number): Row[] => benchRecord(count).items as Row[]

export const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

export const options = (code: 'unit' | 'kind') =>
  benchLookup.items(code).map(({ value, text }) => ({ value: String(value), label: text }))

export const textOf = (code: 'unit' | 'kind', value: unknown): string =>
  benchLookup.text(code, String(value)) ?? ''

export const amountOf = (row: Row): number => Math.round(Number(row.num) * Number(row.price) * 100) / 100

export const switchText = (value: unknown): string => (value === 'Y' ? '是' : value === 'N' ? '否' : '')

/** The box that scrolls the rows, whatever a release calls it. */
export const scrollerIn = (container: HTMLElement): HTMLElement | null =>
  [...container.querySelectorAll<HTMLElement>('div')]
    .filter((box) => /auto|scroll/.test(getComputedStyle(box).overflowY))
    .filter((box) => box.scrollHeight > box.clientHeight && box.clientHeight > 200)
    .sort((a, b) => b.clientHeight - a.clientHeight)[0] ?? null

/** What the harness asks of a peer. */
export interface PeerBench {
  prepare(n: number): Promise<void>
  mount(): Promise<void>
  isReady(): boolean
  scroller(): HTMLElement | null
  openEditor(column: 'num' | 'name'): Promise<void>
}
