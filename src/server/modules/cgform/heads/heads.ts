import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { isOverlay, resolveDocument } from '#runtime/schema/kinds/screen/overlay.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { splitHeadId, toHeadId } from '../../../documents/head-id.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Db } from '../../../platform/store/database.ts'
import {
  type DesignServices,
  type DocumentSource,
  type Draft,
  readDrafts,
  readSources,
} from '../../design/interface.ts'
import { readLinks } from './read-links.ts'
import { type Configuration, findScreen, toConfigurations } from './settings/configuration.ts'
import type { Links } from './settings/links.ts'

/** A screen as its designer has it: the own draft, else the released document. */
export interface HeadSource {
  id: string
  body: JsonObject
  draft: Draft | null
  source: DocumentSource | null
}

/** The screens of one designer, in the words of online forms. */
export interface Heads {
  sources: Map<string, DocumentSource>
  links: Links
  /** A released document, as it is written. */
  released(id: string): JsonObject | undefined
  /** The screen of a document as it is written; null where its base has errors. */
  findScreen(body: JsonObject): StoredScreen | null
  /** The forms of a document as it is written; none where its base has errors. */
  listForms(body: JsonObject): Configuration[]
  list(): JsonObject[]
  /** The document of a head, and the key of its detail. Throws NO_ENTITY. */
  find(headId: string): HeadSource & { detail: string | null }
  /** One form of a head. Throws NO_ENTITY. */
  configuration(headId: string): Configuration
}

interface State {
  revision: number | null
  baseRevision: number | null
  createTime: string | null
  updateTime: string | null
}

/** The versions and times of the documents and of the user's new drafts, by their ids. */
async function readStates(db: Db, userId: string): Promise<Map<string, State>> {
  const { rows } = await sql<State & { id: string }>`
    select document_id as id, revision, base_revision as "baseRevision", create_time as "createTime",
      update_time as "updateTime"
    from sys_design_head where owner is null or owner = ${userId}`.execute(db)
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}

/** Reads released documents and the user's drafts. */
export async function openHeads(
  services: Pick<DesignServices, 'db' | 'config' | 'documents'>,
  user: SessionUser,
): Promise<Heads> {
  const { db, config, documents } = services
  const sources = await readSources(config, db.app)
  const drafts = await readDrafts(db.app, user.id)
  const all = new Map<string, HeadSource>()
  for (const id of new Set([...sources.keys(), ...drafts.keys()])) {
    const [draft = null, source = null] = [drafts.get(id), sources.get(id)]
    const body = draft?.body ?? source?.current
    if (body && asDocumentWith(body as unknown as Document, 'hasTable'))
      all.set(id, { id, body, draft, source })
  }
  const copied = new Set(
    [...all.values()].flatMap(({ body }) => (isOverlay(body) ? [String(body.extends)] : [])),
  )

  const released = (id: string) => sources.get(id)?.current
  const resolvedScreen = (body: JsonObject): StoredScreen | null => {
    const resolved = resolveDocument(body, released)
    return resolved.ok ? findScreen(resolved.document) : null
  }
  const listForms = (body: JsonObject): Configuration[] => {
    const screen = resolvedScreen(body)
    return screen && isJsonObject(screen.table) ? toConfigurations(screen) : []
  }
  const states = await readStates(db.app, user.id)

  const listConfigurations = ({ id, body, draft }: HeadSource): Configuration[] => {
    const { revision, baseRevision, ...times } = states.get(id) ?? {}
    const isWaiting =
      draft !== null || (documents.broken().get(id) ?? []).some(({ code }) => code === 'TABLE_PLAN')
    return listForms(body).map(({ head, fields, indexs }) => ({
      head: {
        ...head,
        ...times,
        tableVersion: (isOverlay(body) ? baseRevision : revision) ?? 1,
        isDbSynch: isWaiting ? 'N' : 'Y',
        hascopy: copied.has(id) ? 1 : 0,
        ...(isOverlay(body) && {
          copyType: 1,
          copyVersion: revision ?? 1,
          physicId: toHeadId({ id: String(body.extends) }),
        }),
      },
      fields,
      indexs,
    }))
  }

  const find: Heads['find'] = (headId) => {
    const { id, detail } = splitHeadId(headId)
    const found = all.get(id)
    if (found) return { ...found, detail }
    // Clients also name a form by its table.
    for (const entry of all.values())
      for (const { head } of isOverlay(entry.body) ? [] : listConfigurations(entry))
        if (head.tableName === headId) return { ...entry, detail: splitHeadId(String(head.id)).detail }
    throw appError('NO_ENTITY')
  }

  return {
    sources,
    links: readLinks(sources),
    released,
    findScreen: resolvedScreen,
    listForms,
    list: () => [...all.values()].flatMap((entry) => listConfigurations(entry).map(({ head }) => head)),
    find,
    configuration(headId) {
      const { id, detail, ...entry } = find(headId)
      const named = detail === null ? toHeadId({ id }) : `${toHeadId({ id })}.${detail}`
      const found = listConfigurations({ id, ...entry }).find(({ head }) => head.id === named)
      if (!found) throw appError('NO_ENTITY')
      return found
    },
  }
}
