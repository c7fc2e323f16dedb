import { type JsonObject, listObjects } from '#runtime/kernel/json.ts'

export const listBlocks = (panel: JsonObject): JsonObject[] => listObjects(panel.blocks)

/** Puts a block before the position `at`. */
export const insertBlock = (panel: JsonObject, at: number, block: JsonObject): JsonObject => ({
  ...panel,
  blocks: listBlocks(panel).toSpliced(at, 0, block),
})

/** The block that took the place of a changed one: an answer that comes later finds the block that it was meant for. */
const successors = new WeakMap<JsonObject, JsonObject>()

export function replaceBlock(panel: JsonObject, at: number, block: JsonObject): JsonObject {
  const blocks = listBlocks(panel)
  const former = blocks[at]
  if (former && former !== block) successors.set(former, block)
  return { ...panel, blocks: blocks.with(at, block) }
}

/** Changes a block of an earlier document as it is in this one; undefined where this one does not have it any more. */
export function updateBlock(
  panel: JsonObject,
  block: JsonObject,
  edit: (present: JsonObject) => JsonObject,
): JsonObject | undefined {
  const blocks = listBlocks(panel)
  let present: JsonObject | undefined = block
  while (present && !blocks.includes(present)) present = successors.get(present)
  return present && replaceBlock(panel, blocks.indexOf(present), edit(present))
}

export const removeBlock = (panel: JsonObject, at: number): JsonObject => ({
  ...panel,
  blocks: listBlocks(panel).toSpliced(at, 1),
})

/** Moves a block to the position `to`, counted without it. */
export function moveBlock(panel: JsonObject, from: number, to: number): JsonObject {
  const blocks = listBlocks(panel)
  const [block] = blocks.slice(from, from + 1)
  if (!block || to < 0 || to >= blocks.length || to === from) return panel
  return { ...panel, blocks: blocks.toSpliced(from, 1).toSpliced(to, 0, block) }
}
