import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { JsonObject } from '#runtime/kernel/json.ts'

const strict = { additionalProperties: false }
const Line = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\u0000-\\u001f]+$' })
const DocumentId = Line(110)
const EntryId = Line(200)
const Flag = Type.Optional(Type.Enum(['Y', 'N']))

const Role = Type.Object(
  {
    code: Line(100),
    name: Line(200),
    grants: Type.Array(
      Type.Object(
        { document: DocumentId, hasEntry: Type.Boolean(), codes: Type.Array(Line(200), { maxItems: 500 }) },
        strict,
      ),
      { minItems: 1, maxItems: 200 },
    ),
  },
  strict,
)

const values = {
  name: Type.Optional(Line(100)),
  /** Empty: the entry is of the top level. */
  parentId: Type.Optional(Type.String({ maxLength: 200 })),
  sortNo: Type.Optional(Type.Number({ minimum: -1_000_000, maximum: 1_000_000 })),
  icon: Type.Optional(Type.Union([Line(100), Type.Null()])),
  redirect: Type.Optional(Type.Union([Line(200), Type.Null()])),
  route: Flag,
  hidden: Flag,
  keepAlive: Flag,
  alwaysShow: Flag,
  internalOrExternal: Flag,
}

const Group = Type.Object(
  {
    ...values,
    id: EntryId,
    name: Line(100),
    parentId: Type.String({ maxLength: 200 }),
    url: Type.String({ maxLength: 200, pattern: '^/[^/\\\\\\s][^\\\\\\s]*$' }),
  },
  strict,
)
const Entry = Type.Object({ document: DocumentId, values: Type.Object(values, strict) }, strict)

const Parts = Type.Object({
  roles: Type.Optional(Type.Array(Role, { minItems: 1, maxItems: 200 })),
  menu: Type.Optional(
    Type.Object(
      { groups: Type.Array(Group, { maxItems: 100 }), entries: Type.Array(Entry, { maxItems: 200 }) },
      strict,
    ),
  ),
})

/** The settings of a menu entry that an administrator may change, by the keys of the form 菜单管理. */
export type EntryValues = Static<typeof Entry>['values']

/**
 * What administrators have set for the documents of a package: `roles` are the roles with the permissions of these documents
 * that they have, `menu` the changed settings of their entries, with the groups added by hand above them. No persons.
 */
export type PackageParts = Static<typeof Parts>
export type PackedRole = NonNullable<PackageParts['roles']>[number]
export type PackedMenu = NonNullable<PackageParts['menu']>

/** The parts of a package file whose documents have these ids; `fault` is what is wrong with them. */
export function readParts(
  { roles, menu }: JsonObject,
  ids: ReadonlySet<string>,
): PackageParts | { fault: string } {
  const parts = { ...(roles !== undefined && { roles }), ...(menu !== undefined && { menu }) }
  if (!Value.Check(Parts, parts)) {
    const [error] = Value.Errors(Parts, parts)
    return { fault: `文档包的 ${error?.instancePath.slice(1) ?? ''} 写得不对，请重新导出` }
  }
  const fault = rolesFault(parts.roles ?? [], ids) ?? (parts.menu && menuFault(parts.menu, ids))
  return fault === undefined ? parts : { fault: `文档包的${fault}，请重新导出` }
}

const findDouble = (words: readonly string[]): string | undefined =>
  words.find((word, at) => words.indexOf(word) !== at)

function rolesFault(roles: readonly PackedRole[], ids: ReadonlySet<string>): string | undefined {
  const double = findDouble(roles.map(({ code }) => code))
  if (double !== undefined) return `角色「${double}」写了两次`
  for (const { code, grants } of roles) {
    const foreign = grants.find(({ document }) => !ids.has(document))
    if (foreign) return `角色「${code}」有「${foreign.document}」的权限，包里没有这份文档`
  }
  return undefined
}

function menuFault({ groups, entries }: PackedMenu, ids: ReadonlySet<string>): string | undefined {
  const foreign = entries.find(({ document }) => !ids.has(document))
  if (foreign) return `菜单改了「${foreign.document}」，包里没有这份文档`
  const double = findDouble([...entries.map(({ document }) => document), ...groups.map(({ id }) => id)])
  if (double !== undefined) return `菜单里「${double}」写了两次`
  const parents = new Map(groups.map(({ id, parentId }) => [id, parentId]))
  const used = new Set<string>()
  for (const { values } of entries) {
    let at = values.parentId
    while (at !== undefined && parents.has(at) && !used.has(at)) {
      used.add(at)
      at = parents.get(at)
    }
  }
  const unused = groups.find(({ id }) => !used.has(id))
  if (unused) return `菜单分组「${unused.name}」下面没有包里的文档`
  const isEndless = ({ id }: { id: string }) => {
    let at = parents.get(id)
    for (let depth = 0; at !== undefined && parents.has(at); depth++) {
      if (depth > groups.length) return true
      at = parents.get(at)
    }
    return false
  }
  const endless = groups.find(isEndless)
  return endless && `菜单分组「${endless.name}」在自己下面`
}
