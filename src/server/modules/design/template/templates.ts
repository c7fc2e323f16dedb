import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { readFolders, templateFolder } from '../../../documents/library/files.ts'
import type { Config } from '../../../platform/config.ts'
import { nameDocuments } from './names.ts'

/** A sample record of a template. */
export interface SampleRow {
  /** The name of its screen in the group of the template. */
  screen: string
  /** The name by which later rows mean its id: `=rows.key`. */
  key?: string
  /** How long before the installation it was added; `today()` is that day. */
  daysAgo?: number
  /** Literals and `=expressions`, details as lists of rows. */
  values: JsonObject
  /** The moves that it makes, in hours after it was added. */
  moves?: { code: string; hours?: number; answer?: string }[]
}

/** What `$template.json` says of the documents beside it. */
interface TemplateNote {
  title: string
  description: string
  order: number
  rows: SampleRow[]
}

/** Documents of one group that work together, with sample records. Their names begin with the name of the group. */
export interface Template extends TemplateNote {
  name: string
  documents: readonly JsonObject[]
}

const noteFile = '$template.json'

/** The templates of the folders of documents, in their order. */
export function readTemplates({ schemaDirs, root }: Pick<Config, 'schemaDirs' | 'root'>): Template[] {
  const templates = new Map<string, Template>()
  for (const folder of schemaDirs.map((dir) => join(dir, templateFolder)))
    for (const [name, documents] of groupDocuments(folder, root)) {
      const path = join(folder, name, noteFile)
      if (!existsSync(path)) continue
      const note = JSON.parse(readFileSync(path, 'utf8')) as TemplateNote
      templates.set(name, { ...note, name, documents })
    }
  return [...templates.values()].sort((a, b) => a.order - b.order)
}

function groupDocuments(folder: string, root: string): Map<string, JsonObject[]> {
  const groups = new Map<string, JsonObject[]>()
  for (const { expectedId, json } of readFolders([folder], root)) {
    const [group = ''] = expectedId.split('/')
    if (!isJsonObject(json)) continue
    const { $schema: _, ...document } = json
    groups.set(group, [...(groups.get(group) ?? []), document])
  }
  return groups
}

/** What a designer chose for a template. */
export interface TemplateChoice {
  /** The group of the ids, and the beginning of the names of tables and codes. */
  group: string
  /** The name of the group on the menu. */
  title: string
  /** The group of the menu in which the new one is; null at the top. */
  parent: string | null
}

/** The documents of a template under the chosen names. */
export const buildDocuments = (
  { name, documents }: Template,
  { group, title, parent }: TemplateChoice,
): JsonObject[] =>
  nameDocuments(documents, name, group).map((document) => {
    const { menu } = document
    if (!isJsonObject(menu) || menu.parent !== name) return document
    const entry: JsonObject = { ...menu, parent: group }
    if (isJsonObject(menu.group)) entry.group = { ...menu.group, title, ...(parent !== null && { parent }) }
    return { ...document, menu: entry }
  })
