import type { JsonObject } from '#runtime/kernel/json.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import type { Live } from '../platform/live/live.ts'
import { columnChannel } from './access/column-rights.ts'
import { tablesChannel } from './apply.ts'
import { addressProblems } from './check/addresses.ts'
import { designRead, getPath } from './check/constants.ts'
import { storedProblems } from './check/stored-names.ts'
import { designChannel } from './designed.ts'
import { documentWarnings } from './document-checker.ts'
import { type DocumentRegistry, getWritten } from './library/registry.ts'
import { watchFolders } from './library/watch.ts'
import { Library } from './library.ts'
import { visibleHash } from './routes.ts'
import type { DocumentServices } from './services.ts'

const RETRY_DELAY_MS = 3000
const SETTLE_MS = 100

/**
 * Logs the addresses in documents that this server does not answer, once its routes are registered; with `ids` those of
 * these documents.
 */
export function warnOfAddresses(
  { documents, routes, log }: Pick<DocumentServices, 'routes' | 'log'> & { documents: DocumentRegistry },
  ids?: readonly string[],
): void {
  if (!log.isLevelEnabled('warn')) return
  const written = new Map(
    documents.entries().map((entry) => [entry.id, getWritten(entry) as unknown as JsonObject]),
  )
  for (const id of ids ?? written.keys())
    for (const { path, text } of addressProblems(written.get(id) ?? {}, { routes, documents: written }))
      log.warn({ id, path }, text)
}

/** Logs the names in documents that the database does not have, once the first start has filled it. */
export async function warnOfStoredNames({
  db,
  documents,
  log,
}: Pick<DocumentServices, 'db' | 'log'> & { documents: DocumentRegistry }): Promise<void> {
  if (!log.isLevelEnabled('warn')) return
  // Many documents propose the same roles: one line for each name.
  const places = new Map<string, string[]>()
  for (const { id, problem } of await storedProblems(db.app, documents.entries().map(getWritten)))
    places.set(problem.text, [...(places.get(problem.text) ?? []), `${id}#${problem.path}`])
  for (const [text, list] of places) log.warn({ places: list }, text)
}

/** Loads the documents, then watches their folders and notifies open screens of changes. */
export async function openDocuments(
  services: DocumentServices,
  live: Live,
): Promise<{ documents: DocumentRegistry; reload(): Promise<unknown>; close(): void }> {
  const { permissions, config, log, registeredNames } = services
  await permissions.register({
    owner: 'online',
    codes: [{ code: designRead, title: '查看界面文档的源文与问题' }],
    listCode: designRead,
    // All users may open the page; the menu shows it to authors of documents.
    menu: {
      id: 'example/bench',
      parent: 'example',
      title: '组件目录',
      path: getPath('example/bench'),
      component: 'example/bench',
      icon: 'appstore',
      order: 10,
    },
  })
  const library = new Library(services)
  await library.load()
  const { registry } = library
  // Checking all documents again after each change of one would make its release wait.
  const warn = (ids: readonly string[]) => {
    if (!log.isLevelEnabled('warn')) return
    const knownNames = collectKnown(registry.entries().map(getWritten), registeredNames)
    for (const id of ids) {
      const entry = registry.entry(id)
      for (const { file, path, text } of entry?.problems ?? registry.broken().get(id) ?? [])
        log.warn({ file, path }, text)
      for (const { path, text } of entry ? documentWarnings(getWritten(entry), knownNames) : [])
        log.warn({ id, path }, text)
    }
    warnOfAddresses({ ...services, documents: registry }, ids)
  }
  warn([...registry.entries().map(({ id }) => id), ...registry.broken().keys()])
  let { codes } = services.fieldRules
  registry.onChange(({ ids }) => {
    warn(ids)
    // Other rules of fields give users other codes.
    if (services.fieldRules.codes !== codes) live.tell({ cmd: 'menu' })
    codes = services.fieldRules.codes
    for (const id of ids) {
      const entry = registry.entry(id)
      const problems = entry?.problems ?? registry.broken().get(id) ?? []
      live.tell({ cmd: 'document', id, rev: visibleHash(entry?.documentHash ?? '', problems, true) })
    }
  })
  // A load may change many rights; pages are notified once.
  let menu: NodeJS.Timeout | undefined
  let changedUsers: Set<string> | 'all' = new Set()
  permissions.onChange((userId) => {
    if (userId === undefined) changedUsers = 'all'
    else if (changedUsers !== 'all') changedUsers.add(userId)
    clearTimeout(menu)
    menu = setTimeout(() => {
      live.tell({ cmd: 'menu' }, changedUsers === 'all' ? undefined : changedUsers)
      changedUsers = new Set()
    }, SETTLE_MS)
  })
  let again: NodeJS.Timeout | undefined
  const reload = () => {
    clearTimeout(again)
    library.load().catch((error: unknown) => {
      // Most likely the database is not reachable for a while.
      log.error({ err: error }, 'documents could not be loaded')
      again = setTimeout(reload, RETRY_DELAY_MS)
    })
  }
  // A confirmed change of the tables admits documents that waited for it.
  await services.db.listen(tablesChannel, reload)
  await services.db.listen(designChannel, reload)
  await services.db.listen(columnChannel, reload)
  const stop = watchFolders(config.schemaDirs, reload)
  const close = () => {
    clearTimeout(again)
    clearTimeout(menu)
    stop()
  }
  return { documents: registry, reload: () => library.load(), close }
}
