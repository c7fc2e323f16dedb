import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'

/** The words of colours that tags are drawn by, and the words of meanings that stand for them. */
const presets: Readonly<Record<string, string>> = {
  success: 'green',
  warning: 'orange',
  error: 'red',
  info: 'blue',
  muted: 'grey',
}

/** The words of meanings that cells, rows and figures are drawn by, and the words of colours that stand for them. */
const meanings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(presets).map(([meaning, preset]) => [preset, meaning])),
  default: 'muted',
}

const replaced = (words: Readonly<Record<string, string>>, color: unknown): unknown =>
  typeof color === 'string' && Object.hasOwn(words, color) ? words[color] : color

/** The word by which a tag is drawn. */
export const toPreset = (color: unknown): unknown => replaced(presets, color)

/** Rules or figures with the meaning of the colour under `key`. */
export const withMeanings = (members: unknown, key: string): unknown =>
  Array.isArray(members)
    ? members.map((member) =>
        isJsonObject(member) && key in member
          ? { ...member, [key]: replaced(meanings, member[key]) }
          : member,
      )
    : members

/** The colours of tags by value, as they are drawn. */
export const withPresets = (tag: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(tag).map(([value, color]) => [value, toPreset(color)]))
