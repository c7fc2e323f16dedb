import type { JsonObject } from '#runtime/kernel/json.ts'
import { typeGroups } from '#runtime/preview/type-groups.ts'

const samples: ReadonlyMap<string, JsonObject> = new Map(
  typeGroups('').flatMap(({ types }) =>
    types.map(({ type, designer }) => [type, { ...designer.sample }] as const),
  ),
)

/** The field of a type that the palette adds, under the key of the sample. */
export const getSample = (type: string): JsonObject | undefined => samples.get(type)

/** The key that the palette gives a field of a type. */
export const getSampleKey = (type: string): string => String(getSample(type)?.key ?? '')
