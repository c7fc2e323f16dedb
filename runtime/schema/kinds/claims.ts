import {
  asText,
  isJsonObject,
  type JsonObject,
  listObjectEntries,
  listTextEntries,
} from '#runtime/kernel/json.ts'
import type { NameClaim } from '../checks/check-context.ts'

/** The names of the client components that the document replaces, each once. */
export function componentClaims(document: JsonObject): NameClaim[] {
  const first = new Map(
    listTextEntries(document.component)
      .reverse()
      .map(([at, name]) => [name, at]),
  )
  return [...first]
    .map(([name, at]): NameClaim => ({ space: 'component', name, path: ['component', at], title: '组件名' }))
    .reverse()
}

/** The names that a document with a page claims: components, the menu group that it adds, and its addresses. */
export const pageClaims = (document: JsonObject): NameClaim[] => [
  ...componentClaims(document),
  ...menuGroupClaims(document),
  ...addressClaims(document),
]

function menuGroupClaims({ menu }: JsonObject): NameClaim[] {
  const name = isJsonObject(menu) && menu.group !== undefined ? asText(menu.parent) : undefined
  return name === undefined ? [] : [{ space: 'menuGroup', name, path: ['menu', 'parent'], title: '菜单组' }]
}

/** A page is found by its id, and by the address of its menu entry. */
function addressClaims({ id, menu }: JsonObject): NameClaim[] {
  const name = asText(id)
  const path = isJsonObject(menu) ? asText(menu.path) : undefined
  const claim = (address: string, path: NameClaim['path']): NameClaim => ({
    space: 'page',
    name: address,
    path,
    title: '页面地址',
  })
  return [
    ...(name === undefined ? [] : [claim(`/${name}`, ['id'])]),
    ...(path === undefined || path === `/${name}` ? [] : [claim(path, ['menu', 'path'])]),
  ]
}

/** The prefix of the permission codes of a list: with that of another document, its holders would have both. */
export function permClaims(document: JsonObject, isShared = false): NameClaim[] {
  const [id, perm] = [asText(document.id), asText(document.perm)]
  if (id === undefined) return []
  const path = [perm === undefined ? 'id' : 'perm']
  const remedy = '请换一个前缀；要用同一套权限，请写 extends，以那份文档为基础'
  return [{ space: 'perm', name: perm ?? id.replaceAll('/', ':'), path, title: '权限前缀', isShared, remedy }]
}

/** The code of the document, where it has one. */
export function codeClaims(document: JsonObject, space: string, title: string): NameClaim[] {
  const name = asText(document.code)
  return name === undefined ? [] : [{ space, name, path: ['code'], title }]
}

/** The document's fields by their keys, which other documents may name; of two with one key the first. */
export function fieldsByKey(document: JsonObject): ReadonlyMap<string, JsonObject> {
  const fields = new Map<string, JsonObject>()
  for (const [, field] of listObjectEntries(document.fields)) {
    const key = asText(field.key)
    if (key !== undefined && !fields.has(key)) fields.set(key, field)
  }
  return fields
}
