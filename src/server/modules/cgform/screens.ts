import type { FastifyRequest } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import { details, getPerm } from '#runtime/schema/derive.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { DetailField, StoredScreen } from '#runtime/schema/types.ts'
import { designRead } from '../../documents/check/constants.ts'
import { splitHeadId } from '../../documents/head-id.ts'
import type { RegistryEntry } from '../../documents/library/registry.ts'
import { readableScope } from '../../documents/readable-scope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { ExportServices } from '../../records/excel/export/export-route.ts'
import type { ImportRouteServices } from '../../records/excel/import-route.ts'
import { buildCan } from '../../records/list/list-route.ts'
import type { RecordServices } from '../../records/services.ts'
import type { DictionaryItems } from '../../reports/services.ts'
import { type DesignServices, readDraft } from '../design/interface.ts'

export type CgformServices = RecordServices &
  ExportServices &
  ImportRouteServices &
  DesignServices & { dictionaries: DictionaryItems & Dictionaries }

/** The lists of dictionaries that follow a value of another field. */
interface Dictionaries {
  /** Null for an unknown tree. */
  treeLevel(
    tree: { table: string; text: string; value: string; parent: string },
    pid: string,
  ): Promise<readonly { value: string | number; title: string }[] | null>
}

const refuse = defineRefusals({ ONLINE_NO_DB_SYNC: 'NO_DB_SYNC' })

type Documents = Pick<RecordServices['documents'], 'screen' | 'entries' | 'broken'>

/** The screen of an address, and the detail that the address names. */
export interface FoundScreen {
  entry: RegistryEntry<StoredScreen>
  detail: DetailField | null
}

/** The group of documents that come from clients of online forms; they name them without it. */
const ONLINE_GROUP = 'online'

/**
 * The served screen of an id of online forms: the document's id with a dot, or the name of a table in letters of any case;
 * null without one.
 */
export function findScreen(documents: Documents, headId: string): FoundScreen | null {
  const { id, detail: key } = splitHeadId(headId)
  const table = headId.toLowerCase()
  const named = documents.screen(id) ?? documents.screen(`${ONLINE_GROUP}/${table}`)
  if (named) {
    const detail = key === null ? null : details(named.document).find((field) => field.key === key)
    return detail === undefined ? null : { entry: named, detail }
  }
  for (const entry of documents.entries()) {
    const screen = entry.overlay ? undefined : asDocumentWith(entry.document, 'hasTable')
    if (!screen) continue
    const owner = entry as RegistryEntry<StoredScreen>
    if (screen.table?.name === table) return { entry: owner, detail: null }
    const detail = details(screen).find((field) => field.table?.name === table)
    if (detail) return { entry: owner, detail }
  }
  return null
}

/** The screen of an address. Throws NO_DB_SYNC while its table waits for the plan of its changes, else NOT_FOUND. */
export function requireScreen(documents: Documents, headId: string): FoundScreen {
  const found = findScreen(documents, headId)
  if (found) return found
  const problems = documents.broken().get(splitHeadId(headId).id) ?? []
  if (problems.some(({ code }) => code === 'TABLE_PLAN')) throw refuse('ONLINE_NO_DB_SYNC')
  throw appError('NOT_FOUND')
}

/** The screen whose records a request names. Own addresses of a screen have rules of their own, so it has none here. */
export function requireRecords(documents: Documents, headId: string): FoundScreen {
  const found = requireScreen(documents, headId)
  if (found.entry.document.url) throw appError('NOT_FOUND')
  return found
}

/** The head that the address of a request names; also before the request is validated, for its access. */
export const readHeadId = (request: FastifyRequest): string => (request.params as { headId: string }).headId

/** The screens of requests with `:headId`, and the permissions that their routes require. */
export function screenAccess({ db, documents }: CgformServices) {
  const openScreen = (request: FastifyRequest) => requireRecords(documents, readHeadId(request))
  const readEntry = (request: FastifyRequest) => openScreen(request).entry
  /** A form that is only a draft of its designer has no records yet. */
  const requireReleased = async (request: FastifyRequest) => {
    const headId = readHeadId(request)
    if (findScreen(documents, headId)) return
    if (await readDraft(db.app, splitHeadId(headId).id, request.user.id)) throw refuse('ONLINE_NO_DB_SYNC')
  }
  return {
    openScreen,
    readEntry,
    needs: (verb: string) => (request: FastifyRequest) => `${getPerm(readEntry(request).document)}:${verb}`,
    /** Options of a route that reads the list. Designers are refused by `requireReleased`, in the words of their client. */
    list: {
      preHandler: requireReleased,
      config: {
        listLoad: true,
        access: (request: FastifyRequest) => {
          const isDesigned = !findScreen(documents, readHeadId(request)) && buildCan(request)(designRead)
          if (isDesigned) return designRead
          return readableScope(documents, readEntry(request).document, buildCan(request)).code
        },
      },
    },
  }
}
