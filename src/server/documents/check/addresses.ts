import { asText, isJsonObject, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { collectProblems, type Path, type Report } from '#runtime/schema/checks/report.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import { stripPrefix } from '../../platform/http/route.ts'

/** An address that the server answers; parts of it may be parameters, such as `:group`. */
export interface Route {
  method: string
  url: string
}

/** An address that a document calls; without a method by any. */
interface Call {
  path: Path
  url: string
  method?: string | undefined
}

const buildCall = (path: Path, url: unknown, method?: unknown): Call[] =>
  typeof url === 'string' && url.startsWith('/') ? [{ path, url, method: asText(method) }] : []

const partAt = (value: unknown, key: string): JsonObject => {
  const found = isJsonObject(value) ? value[key] : undefined
  return isJsonObject(found) ? found : {}
}

const listButtons = (actions: unknown, path: Path): Call[] =>
  ['toolbar', 'row'].flatMap((place) =>
    listObjectEntries(isJsonObject(actions) ? actions[place] : undefined).flatMap(([at, { call }]) =>
      isJsonObject(call) ? buildCall([...path, place, at, 'call', 'url'], call.url, call.method) : [],
    ),
  )

/** The addresses of uploads, and those of the buttons of detail tables. */
const listFieldCalls = (fields: unknown, path: Path): Call[] =>
  listObjectEntries(fields).flatMap(([key, field]) => [
    ...buildCall([...path, key, 'action'], field.action, 'POST'),
    ...listButtons(field.actions, [...path, key, 'actions']),
    ...listFieldCalls(field.fields, [...path, key, 'fields']),
  ])

/** The addresses that a document calls. */
function listCalls(document: JsonObject): Call[] {
  const { load, submit, tree } = document
  return [
    ...Object.entries(partAt(document, 'url')).flatMap(([key, url]) => buildCall(['url', key], url)),
    ...Object.entries(partAt(tree, 'url')).flatMap(([key, url]) => buildCall(['tree', 'url', key], url)),
    ...listButtons(document.actions, ['actions']),
    ...listFieldCalls(document.fields, ['fields']),
    ...(isJsonObject(load) ? buildCall(['load', 'url'], load.url, 'GET') : []),
    ...(isJsonObject(submit) ? buildCall(['submit', 'url'], submit.url, submit.method) : []),
    ...listObjectEntries(document.blocks).flatMap(([at, { source }]) =>
      isJsonObject(source) ? buildCall(['blocks', at, 'source', 'url'], source.url, 'GET') : [],
    ),
  ]
}

/** The addresses in a document, which only a server knows. */
export const countAddresses = (document: JsonObject): number => listCalls(document).length

/** The parts of a route's address: each start compares hundreds of routes with thousands of addresses. */
const routeParts = new WeakMap<Route, readonly string[]>()

function splitRoute(route: Route): readonly string[] {
  const found = routeParts.get(route)
  if (found) return found
  const parts = route.url.split('/')
  routeParts.set(route, parts)
  return parts
}

/** The routes of an address: parameters stand for any part. */
function findRoutes(routes: readonly Route[], address: string): Route[] {
  const parts = address.split('/')
  return routes.filter((route) => {
    if (route.url.endsWith('/*') && route.url.length > 2) return address.startsWith(route.url.slice(0, -1))
    const wanted = splitRoute(route)
    return (
      parts.length === wanted.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at])
    )
  })
}

/** What an address is checked against. */
interface Server {
  routes: readonly Route[]
  documents: ReadonlyMap<string, JsonObject>
}

/** The screen that an address of records names does not exist, or has no such move. */
function checkResource(path: Path, url: string, { documents }: Server, report: Report): void {
  const [, id = '', move] = /^\/resource\/([^/]+\/[^/]+)\/(?:move\/([^/]+)$)?/.exec(url) ?? []
  if (id === '') return
  const screen = documents.get(id)
  if (!screen) {
    const text = `接口 ${url} 要用的界面「${id}」没有`
    report(path, { code: 'UNKNOWN_NAME', text, word: id, words: documents.keys(), isListed: true })
    return
  }
  // An overlay has the moves of its base too.
  const codes = listObjectEntries(partAt(screen, 'flow').moves).flatMap(([, { code }]) => asText(code) ?? [])
  if (move === undefined || screen.extends !== undefined || codes.includes(move)) return
  const text = `界面「${id}」没有审批动作「${move}」`
  report(path, { code: 'UNKNOWN_NAME', text, word: move, words: codes })
}

function checkCall({ path, url, method }: Call, server: Server, report: Report): void {
  const { routes } = server
  const address = stripPrefix(url.split(/[?#]/)[0] ?? '')
  const found = findRoutes(routes, address)
  if (found.some((route) => method === undefined || route.method === method)) {
    checkResource(path, address, server, report)
    return
  }
  if (found.length > 0) {
    const methods = [...new Set(found.map((route) => route.method))]
    const text = `接口 ${url} 不收 ${method}，请写 ${methods.join('、')}`
    report(path, { code: 'UNKNOWN_NAME', text })
    return
  }
  const words = [...new Set(routes.map((route) => route.url))]
  const text = `这个服务器没有接口 ${url}`
  // A list of hundreds of addresses helps nobody: only a near one is offered.
  report(path, { code: 'UNKNOWN_NAME', text, word: address, words, isListed: true })
}

/** The addresses of a document that this server does not answer; another server behind the same address may. */
export const addressProblems = (document: JsonObject, server: Server): DocumentProblem[] =>
  server.routes.length === 0
    ? []
    : collectProblems(document, (report) => {
        for (const call of listCalls(document)) checkCall(call, server, report)
      })
