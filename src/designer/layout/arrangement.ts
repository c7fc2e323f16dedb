import { canBeInForm } from '#runtime/schema/derive.ts'
import { autoGroups } from '#runtime/schema/form-layout.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

/** A group of a form, as `form.groups` writes it. */
export interface ArrangedGroup {
  title?: string
  /** Groups with the same tab follow each other. */
  tab?: string
  fields: readonly string[]
}

/** Where the fields of a screen stand in its form: each of them that a form can show at exactly one place. */
export interface Arrangement {
  /** The groups without a tab, then those of each tab. */
  groups: readonly ArrangedGroup[]
  /** Whether the groups follow from the fields; the first change makes them the document's own. */
  isAutomatic: boolean
  /** The keys of fields that no group names: the form shows them behind the groups. */
  rest: readonly string[]
  /** The keys of fields that are not in the form. */
  left: readonly string[]
}

/** A place in a group: before the field that is now at the position `at`. */
export interface FieldPlace {
  group: number
  at: number
}

/** The groups without a tab, then those of each tab in the order of the first mention. */
function ordered(groups: readonly ArrangedGroup[]): ArrangedGroup[] {
  const tabs = [...new Set(groups.map(({ tab }) => tab))].filter((tab) => tab !== undefined)
  return [undefined, ...tabs].flatMap((name) => groups.filter(({ tab }) => tab === name))
}

/** A group without words that it does not have, as documents write it. */
const written = ({ title, tab, fields }: ArrangedGroup): ArrangedGroup => ({
  ...(tab && { tab }),
  ...(title && { title }),
  fields,
})

export function readArrangement({ fields, form }: Pick<ScreenDocument, 'fields' | 'form'>): Arrangement {
  const possible = fields.filter(canBeInForm)
  const left = possible.filter((field) => field.form === false).map(({ key }) => key)
  const inForm = possible.filter((field) => field.form !== false)
  const listed = form?.groups ?? []
  if (listed.length === 0) {
    const groups = autoGroups(inForm).map((group) =>
      written({ ...group, fields: group.fields.map(({ key }) => key) }),
    )
    return { groups, isAutomatic: true, rest: [], left }
  }
  const pending = new Set(inForm.map(({ key }) => key))
  const groups = listed.map((group) =>
    written({ ...group, fields: (group.fields ?? []).filter((key) => pending.delete(key)) }),
  )
  return { groups: ordered(groups), isAutomatic: false, rest: [...pending], left }
}

/** The place of a field in the groups; undefined for a field that stands elsewhere. */
export function findPlace({ groups }: Arrangement, key: string): FieldPlace | undefined {
  const group = groups.findIndex(({ fields }) => fields.includes(key))
  return group < 0 ? undefined : { group, at: groups[group]?.fields.indexOf(key) ?? 0 }
}

const withGroups = (arrangement: Arrangement, groups: readonly ArrangedGroup[]): Arrangement => ({
  ...arrangement,
  isAutomatic: false,
  groups: ordered(groups),
})

const without = (keys: readonly string[], key: string): readonly string[] =>
  keys.includes(key) ? keys.filter((entry) => entry !== key) : keys

/** Puts a field at a place. The group that loses its last field by it is removed. */
export function placeField(arrangement: Arrangement, key: string, { group, at }: FieldPlace): Arrangement {
  const goal = arrangement.groups[group]
  if (!goal) return arrangement
  const now = goal.fields.indexOf(key)
  const to = now >= 0 && now < at ? at - 1 : at
  if (now === to) return arrangement
  const groups = arrangement.groups.flatMap((entry) => {
    if (entry === goal) return [{ ...entry, fields: without(entry.fields, key).toSpliced(to, 0, key) }]
    const fields = without(entry.fields, key)
    return fields.length === 0 && entry.fields.length > 0 ? [] : [{ ...entry, fields }]
  })
  return {
    ...withGroups(arrangement, groups),
    rest: without(arrangement.rest, key),
    left: without(arrangement.left, key),
  }
}

/** Takes a field out of the form. */
export function leaveForm(arrangement: Arrangement, key: string): Arrangement {
  if (arrangement.left.includes(key)) return arrangement
  const groups = arrangement.groups.flatMap((entry) => {
    const fields = without(entry.fields, key)
    return fields.length === 0 && entry.fields.length > 0 ? [] : [{ ...entry, fields }]
  })
  return {
    ...arrangement,
    groups,
    rest: without(arrangement.rest, key),
    left: [...arrangement.left, key],
  }
}

/** The place one step before or after a field, also in the next group; undefined at the ends. */
export function stepPlace(arrangement: Arrangement, key: string, by: -1 | 1): FieldPlace | undefined {
  const { groups } = arrangement
  const place = findPlace(arrangement, key)
  if (!place) return by < 0 && groups.length > 0 ? endOfGroup(arrangement, groups.length - 1) : undefined
  const { group, at } = place
  const count = groups[group]?.fields.length ?? 0
  if (by < 0 && at > 0) return { group, at: at - 1 }
  if (by > 0 && at < count - 1) return { group, at: at + 2 }
  if (by < 0) return group > 0 ? endOfGroup(arrangement, group - 1) : undefined
  return group < groups.length - 1 ? { group: group + 1, at: 0 } : undefined
}

export const endOfGroup = ({ groups }: Arrangement, group: number): FieldPlace => ({
  group,
  at: groups[group]?.fields.length ?? 0,
})

/** A name that no group or tab has: 新分组, 新分组2, … */
function freeName(taken: readonly (string | undefined)[], wanted: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}${number}`
    if (!taken.includes(name)) return name
  }
}

/** Adds an empty group behind those without a tab. */
export function addGroup(arrangement: Arrangement): Arrangement {
  const { groups } = arrangement
  const title = freeName(
    groups.map((group) => group.title),
    '新分组',
  )
  return withGroups(arrangement, [...groups, { title, fields: [] }])
}

/** Adds a tab with an empty group. */
export function addTab(arrangement: Arrangement): Arrangement {
  const { groups } = arrangement
  const tab = freeName(
    groups.map((group) => group.tab),
    '新页签',
  )
  return withGroups(arrangement, [...groups, { tab, fields: [] }])
}

/** Another title of a group; none for an empty one. */
export function renameGroup(arrangement: Arrangement, at: number, title: string): Arrangement {
  const group = arrangement.groups[at]
  if (!group || (group.title ?? '') === title.trim()) return arrangement
  return withGroups(arrangement, arrangement.groups.with(at, written({ ...group, title: title.trim() })))
}

/** Another name of a tab. A tab without a name does not exist, and one with the name of another joins it. */
export function renameTab(arrangement: Arrangement, tab: string, name: string): Arrangement {
  const next = name.trim()
  if (next === '' || next === tab) return arrangement
  return withGroups(
    arrangement,
    arrangement.groups.map((group) => (group.tab === tab ? { ...group, tab: next } : group)),
  )
}

/** Puts a group into a tab, or out of all tabs. */
export function setTab(arrangement: Arrangement, at: number, tab: string | undefined): Arrangement {
  const group = arrangement.groups[at]
  if (!group || group.tab === tab) return arrangement
  const { tab: _, ...rest } = group
  return withGroups(arrangement, [
    ...arrangement.groups.toSpliced(at, 1),
    { ...rest, ...(tab !== undefined && { tab }) },
  ])
}

/** Moves a group beside another one, whose tab it joins. */
export function moveGroup(
  arrangement: Arrangement,
  from: number,
  target: number,
  side: 'before' | 'after',
): Arrangement {
  const { groups } = arrangement
  const group = groups[from]
  const neighbour = groups[target]
  if (!group || !neighbour || group === neighbour) return arrangement
  const { tab: _, ...rest } = group
  const moved = { ...rest, ...(neighbour.tab !== undefined && { tab: neighbour.tab }) }
  const others = groups.toSpliced(from, 1)
  const at = others.indexOf(neighbour) + (side === 'after' ? 1 : 0)
  const next = withGroups(arrangement, others.toSpliced(at, 0, moved))
  return isSameOrder(groups, next.groups) ? arrangement : next
}

const isSameOrder = (before: readonly ArrangedGroup[], after: readonly ArrangedGroup[]): boolean =>
  before.every(
    ({ title, tab, fields }, at) =>
      after[at]?.fields === fields && after[at]?.tab === tab && after[at]?.title === title,
  )

export const listTabs = ({ groups }: Pick<Arrangement, 'groups'>): string[] => [
  ...new Set(groups.flatMap(({ tab }) => tab ?? [])),
]

/** Moves a tab to the position `to` among the tabs, counted without it. */
export function moveTab(arrangement: Arrangement, tab: string, to: number): Arrangement {
  const tabs = listTabs(arrangement)
  const from = tabs.indexOf(tab)
  if (from < 0 || to === from || to < 0 || to >= tabs.length) return arrangement
  const order: (string | undefined)[] = [undefined, ...tabs.toSpliced(from, 1).toSpliced(to, 0, tab)]
  return withGroups(
    arrangement,
    order.flatMap((name) => arrangement.groups.filter((group) => group.tab === name)),
  )
}

/** Removes groups that follow each other. Their fields go to the group before, else to the one behind. */
function removeGroups(arrangement: Arrangement, first: number, count: number): Arrangement {
  const { groups } = arrangement
  const keys = groups.slice(first, first + count).flatMap(({ fields }) => fields)
  const others = groups.toSpliced(first, count)
  const heir = Math.max(0, first - 1)
  return withGroups(
    arrangement,
    others.map((group, at) => {
      if (at !== heir) return group
      return { ...group, fields: first > 0 ? [...group.fields, ...keys] : [...keys, ...group.fields] }
    }),
  )
}

/** Without its last group a form has the automatic ones again. */
export const removeGroup = (arrangement: Arrangement, at: number): Arrangement =>
  arrangement.groups[at] ? removeGroups(arrangement, at, 1) : arrangement

export function removeTab(arrangement: Arrangement, tab: string): Arrangement {
  const first = arrangement.groups.findIndex((group) => group.tab === tab)
  const count = arrangement.groups.filter((group) => group.tab === tab).length
  return first < 0 ? arrangement : removeGroups(arrangement, first, count)
}

/** The title of a group, as menus and screen readers name it. */
export function groupTitle({ groups }: Pick<Arrangement, 'groups'>, at: number): string {
  const { title, tab } = groups[at] ?? {}
  if (title && tab) return `${tab} › ${title}`
  return title ?? tab ?? `第 ${at + 1} 组`
}
