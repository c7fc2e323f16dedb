export type ColumnRight = 'edit' | 'read' | 'none'

/** A column of a document and what a role may do with it, as the server answers it. */
export interface RoleColumn {
  path: string
  title: string
  isEditable: boolean
  right: ColumnRight
  /** The titles of columns that are read or hidden together with this one. */
  together: string[]
  /** The columns that are computed from it: their readers can infer its value. */
  inferredBy: { path: string; title: string }[]
}

/** A changed column, with the number of active users whom the change affects. */
export interface ColumnEffect extends Pick<RoleColumn, 'path' | 'title' | 'right'> {
  before: ColumnRight
  people: number
}

/** How many columns a sentence names. */
const MAX_TITLES = 5

/**
 * By the path of a hidden column, a warning that names the columns by which it can be inferred; `rightTo` is the right to
 * a column as it would be saved.
 */
export function inferenceWarnings(
  columns: readonly RoleColumn[],
  rightTo: (column: Pick<RoleColumn, 'path'>) => ColumnRight | undefined,
): Map<string, string> {
  const hidden = columns.filter((column) => rightTo(column) === 'none')
  return new Map(
    hidden.flatMap(({ path, inferredBy }): [string, string][] => {
      const open = inferredBy.filter((column) => rightTo(column) !== 'none')
      const titles = open.slice(0, MAX_TITLES).map(({ title }) => `「${title}」`)
      return open.length === 0 ? [] : [[path, `可以由看得到的${titles.join('、')}推算，请一并隐藏`]]
    }),
  )
}

function getVerb({ before, right }: ColumnEffect): string {
  if (right === 'none') return '看不到'
  if (before === 'none') return right === 'read' ? '看到但不能修改' : '看到'
  return right === 'read' ? '不能修改' : '能修改'
}

/** A change of columns in sentences; columns that affect the same number of people in the same way are one sentence. */
export function columnSentences(effects: readonly ColumnEffect[], document: string): string[] {
  const groups = new Map<string, [ColumnEffect, ...ColumnEffect[]]>()
  for (const effect of effects) {
    const key = `${getVerb(effect)} ${effect.people}`
    const group = groups.get(key)
    if (group) group.push(effect)
    else groups.set(key, [effect])
  }
  return [...groups.values()].map((group) => {
    const [first] = group
    const titles = group.slice(0, MAX_TITLES).map(({ title }) => `「${title}」`)
    const rest = group.length > MAX_TITLES ? ` 等 ${group.length} 列` : ''
    const subject = first.people > 0 ? `${first.people} 人` : '角色'
    return `${subject}将${getVerb(first)}${document}的${titles.join('、')}${rest}`
  })
}
