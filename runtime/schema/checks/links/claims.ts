import { asText, type JsonObject } from '#runtime/kernel/json.ts'
import { tableNameFault } from '../../application-tables.ts'
import { apiPaths } from '../../names/api-paths.ts'
import type { KnownNames } from '../../names/known-names.ts'
import type { NameClaim } from '../check-context.ts'
import { part } from '../context.ts'
import type { Report } from '../report.ts'

/** Beginnings of addresses that a document cannot have: those of the API and of the app's fixed pages. */
const reservedPaths = [
  ...apiPaths,
  'user',
  'public',
  'test',
  '404',
  'dashboard',
  'example/bench',
  'jeecg-boot',
]

/** The pages of the contract whose address is also the beginning of addresses of the API. */
const contractPages = ['online/cgform', 'online/cgreport']

/** Checks the document's id and the address of its menu entry. `expectedId` follows from the path of the file. */
export function checkId(document: JsonObject, report: Report, expectedId: string | undefined): void {
  const id = asText(document.id)
  if (id === undefined) return
  const page = asText(part(document, 'menu').path)?.slice(1)
  for (const [path, address, allowed] of [
    [['id'], id, []],
    [['menu', 'path'], page, contractPages],
  ] as const) {
    if (allowed.some((word) => word === address)) continue
    const owner = reservedPaths.find((word) => address === word || address?.startsWith(`${word}/`))
    if (owner) report(path, { code: 'RESERVED_ID', text: `以 ${owner}/ 开头的地址归接口所有，请换一个分组` })
  }
  if (expectedId !== undefined && id !== expectedId) {
    const fix = [{ op: 'replace' as const, path: '/id', value: expectedId }]
    report(['id'], { code: 'BAD_VALUE', text: `应与文件位置一致，写作 ${expectedId}`, fix })
  }
}

/** The spaces of names that mostly follow from the id of a document. */
const derived: ReadonlySet<string> = new Set(['page', 'perm'])

/** Reports names that another document owns already, or that the document itself claims twice. */
export function checkClaims(
  document: JsonObject,
  claims: readonly NameClaim[],
  knownNames: KnownNames,
  report: Report,
  bases: ReadonlySet<string>,
): void {
  const id = asText(document.id)
  for (const [at, { space, name, path, title, isShared, remedy = '请换一个名字' }] of claims.entries()) {
    const fault = space === 'table' ? tableNameFault(name) : undefined
    if (fault) report(path, { code: 'RESERVED_NAME', text: fault })
    const isRepeated = claims.slice(0, at).some((claim) => claim.space === space && claim.name === name)
    const other = knownNames.owners.get(space)?.get(name)
    const isOurs = other === undefined || other === id || bases.has(other)
    // Overlays of one base show the same records.
    const isSibling =
      space === 'perm' && bases.has(asText(knownNames.documents.get(other ?? '')?.extends) ?? '')
    const isOfKind = isShared && knownNames.documents.get(other ?? '')?.kind === document.kind
    const owner = isOurs || isSibling || isOfKind ? undefined : `文档 ${other} `
    const taken = isRepeated ? '本文档别处' : owner
    if (taken === undefined) continue
    // A copy of a document has its other names too.
    const owners = knownNames.owners
    const isCopy = claims.some(
      (claim) => !derived.has(claim.space) && owners.get(claim.space)?.get(claim.name) === other,
    )
    if (derived.has(space) && other !== undefined && isCopy) continue
    report(path, { code: 'DUPLICATE_NAME', text: `${title}「${name}」已被${taken}使用，${remedy}` })
  }
}
