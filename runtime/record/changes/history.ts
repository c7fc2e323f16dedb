/** The titles of the fields of a record or of a detail table. */
export interface DetailTitles {
  key: string
  title: string
  fields: readonly { key: string; title: string }[]
}

/** One version of a record in the texts that lists show; `rows` by the key of the detail table. */
export interface VersionTexts {
  id: string
  dataVersion: number
  /** `initial`, `saved`, `moved`, `removed`, `restored` or `undone`. */
  type: string
  /** The name of the person who wrote the version. */
  author: string
  createTime: string
  /** The revision of the screen under which the version was written; absent before the first one. */
  screenRevision?: number
  texts: Readonly<Record<string, string>>
  rows: Readonly<Record<string, readonly { id: string; texts: Readonly<Record<string, string>> }[]>>
}

/** What a change of the record brought about elsewhere (`then` of the screen). */
export interface OutcomeTexts {
  id: string
  /** The change in words, such as the title of a move. */
  title: string
  author: string
  createTime: string
  text: string
  /** The records that were written, by their numbers; `path` is null where the reader may not open them. */
  links: readonly { name: string; path: string | null }[]
}

/** Versions of one record, with the titles of its fields, as the server answers them. */
export interface RecordHistory {
  title: string
  fields: DetailTitles['fields']
  details: readonly DetailTitles[]
  versions: readonly VersionTexts[]
  /** Newest first. */
  outcomes: readonly OutcomeTexts[]
}

/** A value of two versions; `key` is unique in a comparison. */
export interface ComparedValue {
  key: string
  title: string
  before: string
  after: string
  isChanged: boolean
}

/** The values of an older and a newer version, side by side: first the fields, then the rows of the detail tables. */
export function compareVersions(
  { fields, details }: Pick<RecordHistory, 'fields' | 'details'>,
  older: VersionTexts | null,
  newer: VersionTexts,
): ComparedValue[] {
  const compared = (key: string, title: string, before = '', after = ''): ComparedValue => ({
    key,
    title,
    before,
    after,
    isChanged: before !== after,
  })
  const heads = fields.map(({ key, title }) => compared(key, title, older?.texts[key], newer.texts[key]))
  const rows = details.flatMap((detail) => {
    const [before, after] = [older?.rows[detail.key] ?? [], newer.rows[detail.key] ?? []]
    const former = new Map(before.map((row, at) => [row.id, { row, at }]))
    const present = new Set(after.map(({ id }) => id))
    const compareRows = (id: string, place: number, from?: Texts, to?: Texts) =>
      detail.fields.map(({ key, title }) =>
        compared(
          `${detail.key}.${id}.${key}`,
          `${detail.title}第 ${place} 行 · ${title}`,
          from?.[key],
          to?.[key],
        ),
      )
    return [
      ...after.flatMap(({ id, texts }, at) => compareRows(id, at + 1, former.get(id)?.row.texts, texts)),
      ...before.flatMap(({ id, texts }, at) =>
        present.has(id)
          ? []
          : compareRows(id, at + 1, texts).map((value) => ({ ...value, title: `${value.title}（已删）` })),
      ),
    ]
  })
  return [...heads, ...rows]
}

type Texts = Readonly<Record<string, string>>

const MAX_NAMES = 4

/** What changed, in a sentence: 改了名称、数量等 6 处. */
export function changeSentence(values: readonly ComparedValue[]): string {
  const titles = [...new Set(values.filter(({ isChanged }) => isChanged).map(({ title }) => title))]
  if (titles.length === 0) return '没有改动'
  const names = titles.slice(0, MAX_NAMES).join('、')
  return titles.length > MAX_NAMES ? `改了${names}等 ${titles.length} 处` : `改了${names}`
}

/** The parts of two texts: what they share at the beginning and at the end, and what is between. */
export function splitDifference(
  before: string,
  after: string,
): { start: string; removed: string; added: string; end: string } {
  const [old, now] = [[...before], [...after]]
  const most = Math.min(old.length, now.length)
  let start = 0
  while (start < most && old[start] === now[start]) start += 1
  let end = 0
  while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1
  return {
    start: old.slice(0, start).join(''),
    removed: old.slice(start, old.length - end).join(''),
    added: now.slice(start, now.length - end).join(''),
    end: now.slice(now.length - end).join(''),
  }
}
