import { isJsonObject, isSameJson, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import { type Field, isDetail, type StoredScreen } from '#runtime/schema/types.ts'

/** A part of a document that only administrators may change as it was changed, at a path of the served document. */
export interface SystemPart {
  path: readonly (string | number)[]
  name: string
}

/** What a document is compared with: its state before the release, or the screen that a second document extends. */
export interface Comparison {
  isSecond: boolean
  can(code: string): boolean
}

/** Settings of a field that change its look. All others decide what is stored and checked, and for whom. */
const looks: ReadonlySet<string> = new Set([
  ...['title', 'width', 'fixed', 'span', 'group', 'ellipsis', 'query', 'list', 'form', 'tag', 'colors'],
  ...['placeholder', 'help', 'isOrder', 'statistics', 'href', 'widget'],
])
/** Settings of a field with a comparison of their own. */
const compared: ReadonlySet<string> = new Set(['access', 'validateRules', 'fields'])

const screenParts: Readonly<Record<string, string>> = {
  hooks: '服务器处理',
  url: '接口地址',
  rowRules: '数据规则',
  flow: '审批',
  tree: '树',
  import: '导入',
  // biome-ignore lint/suspicious/noThenProperty: a keyword of documents, never a function
  then: '之后的事',
}

/** The parts of an own button that decide what it does and who may press it. */
const deeds = ['code', 'needs', 'call', 'open', 'view', 'pick', 'send'] as const

const getColumnName = ({ key, column }: Pick<Field, 'key' | 'column'>): string => column ?? toSnake(key)

/** The changed parts of a screen over a table of the application. */
export function changedScreenParts(
  reference: StoredScreen,
  screen: StoredScreen,
  comparison: Comparison,
): SystemPart[] {
  const parts: SystemPart[] = []
  const [old, now] = [{ ...reference } as JsonObject, { ...screen } as JsonObject]
  if (getPerm(reference) !== getPerm(screen))
    parts.push({ path: ['perm'], name: `权限前缀 ${getPerm(reference)}` })
  if (!isSameJson(getTable(reference, comparison), getTable(screen, comparison)))
    parts.push({ path: ['table'], name: '表' })
  for (const [key, name] of Object.entries(screenParts)) {
    // A view without the import of its base takes nothing from it.
    const isLeftOut = comparison.isSecond && key === 'import' && now[key] === undefined
    if (!isLeftOut && !isSameJson(old[key], now[key])) parts.push({ path: [key], name })
  }
  return [
    ...parts,
    ...changedActions(reference, screen),
    ...changedFields(reference.fields, screen.fields, ['fields'], comparison),
  ]
}

/** An overlay creates no indexes. */
function getTable({ table }: StoredScreen, { isSecond }: Comparison): JsonObject {
  const { indexes, ...rest } = table
  return isSecond ? rest : { ...rest, indexes }
}

function changedActions(reference: StoredScreen, screen: StoredScreen): SystemPart[] {
  const ownActions = ({ actions }: StoredScreen) =>
    (['toolbar', 'row'] as const).flatMap((place) =>
      (actions?.[place] ?? []).flatMap((entry, at) => {
        if (typeof entry === 'string') return []
        const deed = Object.fromEntries(deeds.map((key) => [key, entry[key]]))
        return [{ path: ['actions', place, at], name: `按钮「${entry.title ?? entry.code}」`, deed }]
      }),
    )
  const formerActions = ownActions(reference)
  return ownActions(screen).flatMap(({ path, name, deed }) =>
    formerActions.some((other) => isSameJson(other.deed, deed)) ? [] : [{ path, name }],
  )
}

/** The changed parts of fields: storage, checks, and access that is widened by somebody without its code. */
export function changedFields(
  reference: readonly Field[],
  fields: readonly Field[],
  path: SystemPart['path'],
  comparison: Comparison,
): SystemPart[] {
  const places = new Map(fields.map((field, at) => [field.key, { field, at: [...path, at] }]))
  const columns = new Set(reference.map(getColumnName))
  const formerKeys = new Set(reference.map(({ key }) => key))
  const added = fields.filter((field) => !formerKeys.has(field.key) && columns.has(getColumnName(field)))
  return [
    ...reference.flatMap((old): SystemPart[] => {
      const now = places.get(old.key)
      if (now) return changedField(old, now.field, now.at, comparison)
      return comparison.isSecond ? [] : [{ path, name: `字段「${old.title ?? old.key}」` }]
    }),
    ...added.map(({ key, title }) => ({
      path: places.get(key)?.at ?? path,
      name: `字段「${title ?? key}」的列`,
    })),
  ]
}

function changedField(
  old: Field,
  now: Field,
  path: SystemPart['path'],
  comparison: Comparison,
): SystemPart[] {
  const title = `字段「${old.title ?? old.key}」的`
  const before: Readonly<Record<string, unknown>> = old
  const after: Readonly<Record<string, unknown>> = now
  const keys = new Set([...Object.keys(old), ...Object.keys(now)])
  const settings = [...keys].filter(
    (key) => !looks.has(key) && !compared.has(key) && !isSameJson(before[key], after[key]),
  )
  const access = (['read', 'edit'] as const).filter((word) => {
    const code = old.access?.[word]
    return code !== undefined && code !== now.access?.[word] && !comparison.can(code)
  })
  const rules = old.validateRules?.every((rule) =>
    now.validateRules?.some((other) => isSameJson(withoutText(rule), withoutText(other))),
  )
  return [
    ...settings.map((key) => ({ path: [...path, key], name: `${title} ${key}` })),
    ...access.map((word) => ({ path: [...path, 'access'], name: `${title}列权限 ${old.access?.[word]}` })),
    ...(rules === false ? [{ path: [...path, 'validateRules'], name: `${title}校验` }] : []),
    ...(isDetail(old) && isDetail(now)
      ? changedFields(old.fields, now.fields, [...path, 'fields'], comparison)
      : []),
  ]
}

const withoutText = (rule: object): JsonObject => {
  const { message: _, ...rest } = rule as JsonObject
  return rest
}

/** The keys of a document whose values differ. */
export const changedKeys = (
  old: JsonObject,
  now: JsonObject,
  names: Readonly<Record<string, string>>,
): SystemPart[] =>
  Object.entries(names).flatMap(([key, name]) =>
    isSameJson(old[key], now[key]) ? [] : [{ path: [key], name }],
  )

const isOfApplication = (table: unknown): boolean => typeof table === 'string' && table.startsWith('sys_')

/** Whether a screen, or one of its details, has a table of the application. */
export const isOverSystemTable = (screen: JsonObject): boolean =>
  [screen, ...listObjects(screen.fields)].some(
    ({ table }) => isJsonObject(table) && isOfApplication(table.name),
  )

/** Whether a form is filled in for a route of the application. */
export const isSystemForm = ({ submit }: JsonObject): boolean =>
  isJsonObject(submit) && typeof submit.url === 'string' && submit.url.startsWith('/sys/')

/** Whether the source of a picker or a dictionary has a table of the application. */
export const isSystemSource = (source: unknown, find: (id: string) => JsonObject | undefined): boolean => {
  if (!isJsonObject(source)) return false
  const screen = typeof source.screen === 'string' ? find(source.screen) : undefined
  return isOfApplication(source.table) || (screen !== undefined && isOverSystemTable(screen))
}
