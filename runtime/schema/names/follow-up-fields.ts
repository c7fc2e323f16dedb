import {
  asText,
  isJsonObject,
  type JsonObject,
  listObjectEntries,
  listObjects,
} from '#runtime/kernel/json.ts'

type Path = readonly (string | number)[]

/** The fields that a follow-up makes in the rows from which it follows, and in their head. */
export const followUpKeys = (code: string) => ({
  /** How much living followers have taken of the row. */
  done: `${code}Done`,
  /** How much is left of it; in the head the sum of its rows. */
  open: `${code}Open`,
  /** Whether somebody has closed the row by hand. */
  closed: `${code}Closed`,
  /** In the head: how much of 100 is done. */
  rate: `${code}Rate`,
})

/** The parts of a follow-up that its roll-up of the taken quantity repeats. */
const rollupPlaces: Readonly<Record<string, Path>> = {
  screen: ['screen'],
  detail: ['rows', 'to'],
  field: ['rows', 'link'],
  value: ['rows', 'quantity', 'to'],
  where: ['rows', 'where'],
}

interface Made {
  /** The index of the follow-up. */
  at: number
  detail: string
  row: JsonObject[]
  head: JsonObject[]
}

/** The fields that the follow-ups of a screen make; none of one that is not complete, which has problems of its own. */
function listMade({ followUps, fields }: JsonObject): Made[] {
  return listObjectEntries(followUps).flatMap(([at, { code: word, title, screen, rows }]) => {
    const code = asText(word)
    if (code === undefined || !isJsonObject(rows) || !isJsonObject(rows.quantity)) return []
    if ([screen, rows.to, rows.link, rows.quantity.to].some((name) => asText(name) === undefined)) return []
    const detail = asText(rows.from)
    const source = listObjects(fields).find(({ key, type }) => key === detail && type === 'table')
    const quantity = listObjects(source?.fields).find(
      ({ key }) => isJsonObject(rows.quantity) && key === rows.quantity.from,
    )
    if (!quantity || detail === undefined) return []
    const alike = listObjects(followUps).filter(({ rows }) => isJsonObject(rows) && rows.from === detail)
    const titled = (words: string) => (alike.length > 1 ? `${String(title)}：${words}` : words)
    const { done, open, closed, rate } = followUpKeys(code)
    const number = { type: 'inputNumber', scale: quantity.scale ?? 2, width: 100 }
    // Beside the rows of a bill that is viewed, not while they are typed.
    const viewed = { ...number, modes: ['detail'] }
    const rollup = {
      screen,
      detail: rows.to,
      field: rows.link,
      how: 'sum',
      value: rows.quantity.to,
      ...(rows.where !== undefined && { where: rows.where }),
    }
    const from = String(rows.quantity.from)
    const ordered = `sum(${detail}.${from})`
    return [
      {
        at,
        detail,
        row: [
          { key: done, title: titled('已执行'), ...viewed, rollup },
          {
            key: open,
            title: titled('未执行'),
            ...viewed,
            compute: `if(${closed}, 0, max(${from} - ${done}, 0))`,
          },
          { key: closed, title: titled('关闭'), type: 'switch', width: 80, form: false },
        ],
        head: [
          { key: open, title: titled('未执行'), ...number, form: false, compute: `sum(${detail}.${open})` },
          {
            key: rate,
            title: titled('执行进度'),
            type: 'progress',
            width: 150,
            form: false,
            compute: `if(${ordered} > 0, min(round(sum(${detail}.${done}) / ${ordered} * 100, 0), 100), 0)`,
          },
        ],
      },
    ]
  })
}

/** Whether each follow-up makes its fields: a faulty one makes none, and any name may be one of theirs. */
export const areFollowUpsMade = (screen: JsonObject): boolean =>
  listMade(screen).length === listObjects(screen.followUps).length

/** The fields with those that are made after them; a declared field of the same key keeps its words, such as its title. */
function withMade(fields: readonly unknown[], made: readonly JsonObject[]): unknown[] {
  const named = fields.map((field) => {
    const same = isJsonObject(field) && made.find(({ key }) => key === field.key)
    return same ? { ...same, ...(field as JsonObject) } : field
  })
  const keys = new Set(fields.map((field) => isJsonObject(field) && field.key))
  return [...named, ...made.filter(({ key }) => !keys.has(key))]
}

/** The screen with the fields that its follow-ups make: those of rows in their detail table, those of the head after its own. */
export function withFollowUpFields(screen: JsonObject): JsonObject {
  const made = listMade(screen)
  if (made.length === 0 || !Array.isArray(screen.fields)) return screen
  const fields = screen.fields.map((field: unknown) => {
    const row = isJsonObject(field) && made.flatMap(({ detail, row }) => (detail === field.key ? row : []))
    if (!row || row.length === 0 || !isJsonObject(field) || !Array.isArray(field.fields)) return field
    return { ...field, fields: withMade(field.fields, row) }
  })
  return {
    ...screen,
    fields: withMade(
      fields,
      made.flatMap(({ head }) => head),
    ),
  }
}

/** The place in a document that makes the field of this key, or the part of it that the end of the field's path repeats. */
export function followUpPlace(screen: JsonObject, key: unknown, [word, name]: Path = []): Path | undefined {
  const made = listMade(screen).find(({ row, head }) => [...row, ...head].some((field) => field.key === key))
  if (!made) return undefined
  const part = word === 'rollup' ? rollupPlaces[String(name)] : undefined
  return ['followUps', made.at, ...(part ?? [])]
}
