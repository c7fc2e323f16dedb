import { appError } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import { isOverlay } from '#runtime/schema/kinds/screen/overlay.ts'
import type { Document, StoredScreen } from '#runtime/schema/types.ts'
import type { SessionUser } from '../../../platform/http/user.ts'
import {
  type DesignServices,
  type DocumentSource,
  type Draft,
  readDrafts,
  readSources,
} from '../../design/interface.ts'
import { type Configuration, headIdOf, screenOf, splitHeadId, toConfigurations } from './configuration.ts'

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
  list(): JsonObject[]
  /** The document of a head, and the key of its detail. Throws NO_ENTITY. */
  find(headId: string): HeadSource & { detail: string | null }
  /** One form of a head. Throws NO_ENTITY. */
  configuration(headId: string): Configuration
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
    if (body && ofKind(body as unknown as Document, 'screen')) all.set(id, { id, body, draft, source })
  }
  const copied = new Set(
    [...all.values()].flatMap(({ body }) => (isOverlay(body) ? [String(body.extends)] : [])),
  )

  const configurationsOf = ({ id, body, draft }: HeadSource): Configuration[] => {
    const screen: StoredScreen | null = isOverlay(body)
      ? (documents.screen(id)?.document ?? null)
      : screenOf(body)
    if (!screen || !isJsonObject(screen.table)) return []
    const isWaiting =
      draft !== null || (documents.broken().get(id) ?? []).some(({ code }) => code === 'TABLE_PLAN')
    return toConfigurations(screen).map(({ head, fields, indexs }) => ({
      head: {
        ...head,
        isDbSynch: isWaiting ? 'N' : 'Y',
        hascopy: copied.has(id) ? 1 : 0,
        ...(isOverlay(body) && {
          copyType: 1,
          copyVersion: 1,
          physicId: headIdOf({ id: String(body.extends) }),
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
      for (const { head } of isOverlay(entry.body) ? [] : configurationsOf(entry))
        if (head.tableName === headId) return { ...entry, detail: splitHeadId(String(head.id)).detail }
    throw appError('NO_ENTITY')
  }

  return {
    sources,
    list: () => [...all.values()].flatMap((entry) => configurationsOf(entry).map(({ head }) => head)),
    find,
    configuration(headId) {
      const { id, detail, ...entry } = find(headId)
      const named = detail === null ? headIdOf({ id }) : `${headIdOf({ id })}.${detail}`
      const found = configurationsOf({ id, ...entry }).find(({ head }) => head.id === named)
      if (!found) throw appError('NO_ENTITY')
      return found
    },
  }
}
