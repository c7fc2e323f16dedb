import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'

/** A block that a user placed on a panel: named by the panel that it comes from and its name there. */
export interface ArrangedBlock {
  panel: string
  block: string
  /** The columns that it takes. */
  span: number
  /** The height in steps; absent: as high as its content. */
  height?: number
}

/** The blocks of a panel as one user arranged them. */
export interface Arrangement {
  blocks: ArrangedBlock[]
  /** The names of the blocks that the panel itself had at that time. */
  defaults: string[]
}

/** The bounds of an arrangement. */
export const arrangementLimits = { blocks: 60, span: 24, height: 8, name: 200 } as const

/** The names of the blocks of a panel, each only once: the key, else type and title. */
export function nameBlocks(blocks: readonly { type: string; key?: string; title?: string }[]): string[] {
  const counts = new Map<string, number>()
  return blocks.map(({ type, key, title }) => {
    const name = (key ?? `${type}:${title ?? ''}`).slice(0, arrangementLimits.name - 4)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name}#${count}`
  })
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= arrangementLimits.name

const isStep = (value: unknown, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most

const isArranged = (value: unknown): value is JsonObject & ArrangedBlock =>
  isJsonObject(value) &&
  isText(value.panel) &&
  isText(value.block) &&
  isStep(value.span, arrangementLimits.span) &&
  (value.height === undefined || isStep(value.height, arrangementLimits.height))

/** A stored arrangement; null for one that cannot be read. A block that is placed twice counts once. */
export function readArrangement(raw: unknown): Arrangement | null {
  if (!isJsonObject(raw)) return null
  const { blocks, defaults } = raw
  if (!Array.isArray(blocks) || blocks.length > arrangementLimits.blocks || !blocks.every(isArranged))
    return null
  if (!Array.isArray(defaults) || !defaults.every((name) => typeof name === 'string')) return null
  const placed = new Map(
    blocks
      .toReversed()
      .map(({ panel, block, span, height }): [string, ArrangedBlock] => [
        JSON.stringify([panel, block]),
        { panel, block, span, ...(height !== undefined && { height }) },
      ]),
  )
  return { blocks: [...placed.values()].toReversed(), defaults }
}
