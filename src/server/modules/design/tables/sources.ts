import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AppError } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { applyChanges } from '#runtime/schema/changes/apply.ts'
import type { ChangeConflict } from '#runtime/schema/changes/change.ts'
import { type DesignedDocument, readDesigned } from '../../../documents/designed.ts'
import { readFile, readFolders } from '../../../documents/library/files.ts'
import { getDocumentId } from '../../../documents/validate.ts'
import type { Config } from '../../../platform/config.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Db } from '../../../platform/store/database.ts'

/** Where a document comes from. `local` is a file that was changed in the designer. */
export type Origin = 'file' | 'local' | 'designed'

/** A document as it is written now, before it is checked. */
export interface DocumentSource {
  id: string
  origin: Origin
  current: JsonObject
  /** The document of the file; null for a document that only the designer has. */
  shipped: JsonObject | null
  /** Local changes that do not fit the file any more. */
  conflicts: ChangeConflict[]
}

const refuse = defineRefusals({ DESIGN_GONE: '没有这个文档，可能已被删除，请回到列表再选' })

export const documentGone = (): AppError => refuse('DESIGN_GONE')

/** All documents by id, as files and designers have them; files that cannot be read are left out. */
export async function readSources(config: Config, db: Db): Promise<Map<string, DocumentSource>> {
  const designed = new Map((await readDesigned(db)).map((entry) => [entry.id, entry]))
  const sources = new Map<string, DocumentSource>()
  for (const file of readFolders(config.schemaDirs, config.root)) {
    const id = getDocumentId(file)
    if (isJsonObject(file.json) && !sources.has(id))
      sources.set(id, buildSource(id, file.json, designed.get(id)))
  }
  for (const { id, body } of designed.values())
    if (body && !sources.has(id))
      sources.set(id, { id, origin: 'designed', current: body, shipped: null, conflicts: [] })
  return sources
}

/** One document, without reading the other files; undefined for an unknown id. */
export async function readSource(config: Config, db: Db, id: string): Promise<DocumentSource | undefined> {
  const designed = (await readDesigned(db)).find((entry) => entry.id === id)
  for (const folder of config.schemaDirs) {
    const path = join(folder, `${id}.json`)
    const file = existsSync(path) ? readFile(path, config.schemaDirs, config.root) : null
    if (file && isJsonObject(file.json)) return buildSource(id, file.json, designed)
  }
  const { body = null } = designed ?? {}
  return body ? { id, origin: 'designed', current: body, shipped: null, conflicts: [] } : undefined
}

function buildSource(
  id: string,
  shipped: JsonObject,
  designed: DesignedDocument | undefined,
): DocumentSource {
  if (!designed) return { id, origin: 'file', current: shipped, shipped, conflicts: [] }
  if (designed.body) return { id, origin: 'designed', current: designed.body, shipped, conflicts: [] }
  const { document, conflicts } = applyChanges(shipped, designed.changes ?? [])
  return { id, origin: 'local', current: document, shipped, conflicts }
}
