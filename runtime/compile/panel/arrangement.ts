import { type ArrangedBlock, type Arrangement, nameBlocks } from '#runtime/schema/kinds/panel/arrangement.ts'
import { blockTitle } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import type { PanelBlock, PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { DEFAULT_COLUMNS, getSpan, type PanelEnv, permittedBlock } from './panel.ts'

/** A panel from which blocks come, and the permissions and filters under which they are shown. */
export interface Origin {
  panel: PanelDocument
  env: PanelEnv
}

/** An arranged block with what it shows to this user. */
export interface PlacedBlock extends ArrangedBlock {
  key: string
  title: string
  content: PanelBlock
}

export const arrangedKey = ({ panel, block }: Pick<ArrangedBlock, 'panel' | 'block'>): string =>
  `${panel} ${block}`

/** The blocks of a panel that the user may see, with the width that they have there on `columns` columns. */
export function listPermitted({ panel, env }: Origin, columns: number): PlacedBlock[] {
  const names = nameBlocks(panel.blocks)
  const count = panel.columnCount ?? DEFAULT_COLUMNS
  return panel.blocks.flatMap((declared, at): PlacedBlock[] => {
    const content = permittedBlock(declared, env)
    const block = names[at]
    if (!content || block === undefined) return []
    // A block of the side column is about a third as wide as the page.
    const share = declared.side ? 1 / 3 : getSpan(declared, count) / count
    const span = Math.max(1, Math.min(columns, Math.round(share * columns)))
    const placed = { panel: panel.id, block, span }
    return [{ ...placed, key: arrangedKey(placed), title: blockTitle(declared), content }]
  })
}

/** What an arrangement shows today. */
export interface PlacedArrangement {
  placed: PlacedBlock[]
  /** The number of blocks that are gone or that the user may not see any more. */
  missing: number
}

/** The blocks of an arrangement as the panels have them today; `origins` are the panels that the user may open. */
export function placeBlocks(
  blocks: readonly ArrangedBlock[],
  origins: ReadonlyMap<string, Origin>,
  columns: number,
): PlacedArrangement {
  const permitted = new Map(
    [...origins.values()]
      .flatMap((origin) => listPermitted(origin, columns))
      .map((entry) => [entry.key, entry]),
  )
  const placed = blocks.flatMap((arranged): PlacedBlock[] => {
    const entry = permitted.get(arrangedKey(arranged))
    return entry ? [{ ...entry, ...arranged, span: Math.min(columns, arranged.span) }] : []
  })
  return { placed, missing: blocks.length - placed.length }
}

/** The blocks that the panel itself got since it was arranged, without those that are placed. */
export function listNew({ blocks, defaults }: Arrangement, origin: Origin, columns: number): PlacedBlock[] {
  const present = new Set(blocks.map(arrangedKey))
  return listPermitted(origin, columns).filter(
    ({ key, block }) => !present.has(key) && !defaults.includes(block),
  )
}

/** An arrangement without what a panel says of its blocks, as it is stored. */
export const toArranged = (placed: readonly PlacedBlock[]): ArrangedBlock[] =>
  placed.map(({ panel, block, span, height }) => ({
    panel,
    block,
    span,
    ...(height !== undefined && { height }),
  }))

/** The blocks with the one at `from` at the position `to`, counted without it. */
export function movePlaced<T>(blocks: readonly T[], from: number, to: number): readonly T[] {
  const moved = blocks.slice(from, from + 1)
  if (moved.length === 0 || to < 0 || to >= blocks.length || to === from) return blocks
  return blocks.toSpliced(from, 1).toSpliced(to, 0, ...moved)
}

const within = (size: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.round(size)))

/** The blocks with another width of one, within the columns. */
export function resizeWidth<T extends ArrangedBlock>(
  blocks: readonly T[],
  at: number,
  size: number,
  columns: number,
): readonly T[] {
  const block = blocks[at]
  const span = within(size, 1, columns)
  return block && span !== block.span ? blocks.with(at, { ...block, span }) : blocks
}

/** The blocks with another height of one; 0: as high as its content. */
export function resizeHeight<T extends ArrangedBlock>(
  blocks: readonly T[],
  at: number,
  size: number,
  most: number,
): readonly T[] {
  const block = blocks[at]
  const height = within(size, 0, most)
  if (!block || height === (block.height ?? 0)) return blocks
  const { height: _, ...automatic } = block
  return blocks.with(at, (height === 0 ? automatic : { ...block, height }) as T)
}
