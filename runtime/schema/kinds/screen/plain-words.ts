import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Path } from '../../checks/report.ts'
import { withMeanings, withPresets } from '../../names/color-words.ts'

const lists = ['orgFields', 'destFields'] as const

const hasPair = (field: JsonObject): boolean => lists.some((list) => field[list] !== undefined)

/** `take` as the pair of lists that it stands for; a field that has both is left as it is, which the check reports. */
function asPair(field: JsonObject): JsonObject {
  const { take, ...rest } = field
  if (take === undefined || hasPair(field)) return field
  if (take === null) return { ...rest, orgFields: null, destFields: null }
  return isJsonObject(take)
    ? { ...rest, orgFields: Object.values(take), destFields: Object.keys(take) }
    : field
}

/** The colours of a field in the words by which each place is drawn. */
function withColors(field: JsonObject): JsonObject {
  const { tag, list, colors } = field
  const inList = isJsonObject(list) && isJsonObject(list.tag) ? list : undefined
  if (!isJsonObject(tag) && !inList && colors === undefined) return field
  return {
    ...field,
    ...(isJsonObject(tag) && { tag: withPresets(tag) }),
    ...(inList && { list: { ...inList, tag: withPresets(inList.tag as JsonObject) } }),
    ...(colors !== undefined && { colors: withMeanings(colors, 'color') }),
  }
}

const plain = (field: JsonObject): JsonObject => withColors(asPair(field))

const plainField = (field: unknown): unknown => (isJsonObject(field) ? plainFields(plain(field)) : field)

/** A document, or a detail table, whose fields have pairs of lists instead of `take`, and one word for each colour. */
const plainFields = (holder: JsonObject): JsonObject =>
  Array.isArray(holder.fields) ? { ...holder, fields: holder.fields.map(plainField) } : holder

/** A document, or an overlay, in which each of several words of one meaning is the one that other code reads. */
export function withPlainWords(document: JsonObject): JsonObject {
  const { blocks } = document
  if (!Array.isArray(blocks)) return plainFields(document)
  return {
    ...plainFields(document),
    blocks: blocks.map((block) =>
      isJsonObject(block) && 'facts' in block
        ? { ...block, facts: withMeanings(block.facts, 'color') }
        : block,
    ),
  }
}

/** The rest of a path into a list of the pair, in the `take` of the holder that has no such list. */
export function placeInTake(holder: unknown, [list, at]: Path): (string | number)[] | undefined {
  if (!isJsonObject(holder) || !isJsonObject(holder.take) || hasPair(holder)) return undefined
  if (list !== 'orgFields' && list !== 'destFields') return undefined
  const key = typeof at === 'number' ? Object.keys(holder.take)[at] : undefined
  return key === undefined ? ['take'] : ['take', key]
}
