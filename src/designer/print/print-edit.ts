import type { JsonObject } from '#runtime/kernel/json.ts'
import { blockWithField, findPrintDesign, type PrintableField } from '#runtime/schema/kinds/print/designs.ts'
import { insertBlock, listBlocks, replaceBlock } from '../panel/block-edit.ts'

export const printBlockTitle = (block: JsonObject): string => {
  const title = findPrintDesign(block)?.title ?? '块'
  return typeof block.title === 'string' && block.title !== '' ? `${title} ${block.title}` : title
}

/** A template with a field in it, and the position of the block that has the field. */
export interface PlacedField {
  template: JsonObject
  at: number
}

/** Puts a field into the block at `into`; where the block has no place for it, into a new block at `before`. */
export function placeField(
  template: JsonObject,
  field: PrintableField,
  { into, before }: { into: number | undefined; before: number },
): PlacedField | undefined {
  const block = into === undefined ? undefined : listBlocks(template)[into]
  const taken = block && findPrintDesign(block)?.take?.(block, field)
  if (taken && into !== undefined) return { template: replaceBlock(template, into, taken), at: into }
  const added = blockWithField(field)
  return added && { template: insertBlock(template, before, added), at: before }
}

/** The field's key as a drag names it: that of a column after its detail table. */
export const fieldName = ({ key, detail }: PrintableField): string =>
  detail === undefined ? key : `${detail}.${key}`
