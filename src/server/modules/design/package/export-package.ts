import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import type { RegisteredNames } from '#runtime/schema/names/known-names.ts'
import { collectNeeds, type OutsideNeed } from '#runtime/schema/package/needs.ts'
import { buildPackage, type DocumentPackage } from '#runtime/schema/package/package-file.ts'
import { readStored } from '#runtime/schema/versions.ts'
import type { Config } from '../../../platform/config.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import { isSystemDocument } from '../release/guard-system.ts'
import { getRenameParts } from '../rename/rename-parts.ts'
import type { DesignServices } from '../services.ts'
import { documentGone, readSources } from '../tables/sources.ts'
import { exportParts, type WantedParts } from './export-parts.ts'

/** A document that a package may contain. */
export interface PackageEntry {
  id: string
  title: unknown
  kind: unknown
  /** The ids of the documents that need it; empty for one that was chosen. */
  neededBy: readonly string[]
  /** It belongs to the application, which every installation has, and what it needs itself is left out. */
  isSystem: boolean
}

type Documents = ReadonlyMap<string, JsonObject>

async function readDocuments({ config, db }: Pick<DesignServices, 'config' | 'db'>): Promise<Documents> {
  const sources = await readSources(config, db.app)
  return new Map([...sources].map(([id, { current }]) => [id, readStored(current)]))
}

export interface PackageEntries {
  documents: PackageEntry[]
  /** What they need beside documents. */
  outside: readonly OutsideNeed[]
}

/** The chosen documents with all that they need. */
export function collectEntries(
  documents: Documents,
  registeredNames: RegisteredNames,
  chosen: readonly string[],
): PackageEntries {
  const parts = getRenameParts(registeredNames)
  const knownNames = collectKnown(documents.values(), registeredNames)
  const isSystem = (id: string) => isSystemDocument(documents, id)
  const needs = collectNeeds(chosen, { ...parts, knownNames }, isSystem)
  const entry = (id: string, neededBy: readonly string[]): PackageEntry => {
    const { title = id, kind } = documents.get(id) ?? {}
    return { id, title, kind, neededBy, isSystem: isSystem(id) }
  }
  return {
    documents: [
      ...chosen.map((id) => entry(id, [])),
      ...[...needs.documents].map(([id, neededBy]) => entry(id, neededBy)),
    ],
    outside: needs.outside,
  }
}

/** The chosen documents of the server with all that they need. */
export async function listEntries(services: DesignServices, ids: readonly string[]): Promise<PackageEntries> {
  const documents = await readDocuments(services)
  const chosen = ids.filter((id) => documents.has(id))
  if (chosen.length === 0) throw documentGone()
  return collectEntries(documents, services.registeredNames, chosen)
}

/** The version of the product, which a package names. */
export const readProduct = ({ root }: Pick<Config, 'root'>): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

/** The released state of documents as a package, with what administrators have set for them. */
export async function exportPackage(
  services: DesignServices,
  user: SessionUser,
  ids: readonly string[],
  wanted: WantedParts,
): Promise<DocumentPackage> {
  const documents = await readDocuments(services)
  return buildPackage(
    [...new Set(ids)].map((id) => {
      const document = documents.get(id)
      if (!document) throw documentGone()
      return document
    }),
    readProduct(services.config),
    await exportParts(services, user, ids, wanted),
  )
}
