import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { DetailTitles, RecordHistory, VersionTexts } from '#runtime/record/changes/history.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { Field } from '#runtime/schema/types.ts'
import type { Db } from '../../platform/store/database.ts'
import type { DictionaryTexts } from '../../records/dictionary-services.ts'
import { and, type Sql } from '../../records/query/condition.ts'
import { visibleTo } from '../../records/read/record.ts'
import { fieldText, namesOfAccounts } from '../../records/read/record-texts.ts'
import { addTexts } from '../../records/read/wire.ts'
import { isReadable, type Resource } from '../../records/resource.ts'

/** A stored version of a record. */
export interface StoredVersion {
  id: string
  dataTable: string
  dataId: string
  dataContent: string
  dataVersion: number
  type: string
  createBy: string | null
  createTime: string
}

export const versionColumns = sql`id, data_table as "dataTable", data_id as "dataId",
  data_content as "dataContent", data_version as "dataVersion", type, create_by as "createBy",
  create_time as "createTime"`

/** The newest versions of a record, newest first; `rules` are conditions on the lines of the log. */
export const readVersions = async (
  db: Db,
  table: string,
  id: string,
  limit: number,
  rules: readonly Sql[] = [],
): Promise<StoredVersion[]> =>
  (
    await sql<StoredVersion>`
      select ${versionColumns} from sys_data_log t
      where data_table = ${table} and data_id = ${id} and ${and(rules)}
      order by data_version desc limit ${limit}`.execute(db)
  ).rows

/** A version without the values that this user may not read. */
export const visibleVersion = (
  version: StoredVersion,
  resource: Resource,
  can: (code: string) => boolean,
): StoredVersion => ({
  ...version,
  dataContent: JSON.stringify(visibleTo(resource, parseContent(version), can)),
})

const formatTexts = (fields: readonly Field[], record: Readonly<JsonObject>): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field.key, fieldText(field, record)]))

const parseContent = ({ dataContent }: StoredVersion): JsonObject => {
  const content: unknown = JSON.parse(dataContent)
  return isJsonObject(content) ? content : {}
}

/** The fields with a title that this user may read. */
const shownFields = (fields: readonly Field[], can: (code: string) => boolean): Field[] =>
  fields.filter(
    (field) =>
      field.type !== 'hidden' &&
      field.persist !== false &&
      field.writeOnly !== true &&
      fieldValues.has(field.type) &&
      isReadable(field, can),
  )

const listTitles = (fields: readonly Field[]): DetailTitles['fields'] =>
  fields.map((field) => ({ key: field.key, title: getTitle(field) }))

const rowsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])

/** A revision of a screen's document, and the time from which it was used. */
export interface ScreenRevision {
  revision: number
  createTime: string
}

/** Versions in the texts that lists show, without values that this user may not read; the latest revisions come first. */
export async function buildHistory(
  dictionaries: DictionaryTexts,
  resource: Resource,
  can: (code: string) => boolean,
  versions: readonly StoredVersion[],
  revisions: readonly ScreenRevision[],
): Promise<Omit<RecordHistory, 'outcomes'>> {
  const revisionAt = (time: string) => revisions.find(({ createTime }) => createTime <= time)?.revision
  const details = resource.details.filter(({ field }) => !field.own && isReadable(field, can))
  const inDetails = new Set(resource.details.map(({ key }) => key))
  const heads = shownFields(
    resource.screen.fields.filter(({ key }) => !inDetails.has(key)),
    can,
  )
  const records = versions.map((version) => visibleTo(resource, parseContent(version), can))
  await addTexts(records, resource.columns.values(), dictionaries)
  for (const { key, columns } of details)
    await addTexts(
      records.flatMap((record) => rowsIn(record[key])),
      columns.values(),
      dictionaries,
    )
  const names = await readAuthors(dictionaries, versions)
  const detailFields = details.map(({ key, field }) => ({
    key,
    field,
    fields: shownFields(field.fields, can),
  }))
  return {
    title: resource.screen.title,
    fields: listTitles(heads),
    details: detailFields.map(({ key, field, fields }) => ({
      key,
      title: getTitle(field),
      fields: listTitles(fields),
    })),
    versions: versions.map((version, at): VersionTexts => {
      const record = records[at] ?? {}
      const rowTexts = (key: string, fields: readonly Field[]) =>
        rowsIn(record[key]).map((row) => ({ id: String(row.id), texts: formatTexts(fields, row) }))
      const screenRevision = revisionAt(version.createTime)
      return {
        ...buildHead(version, names),
        ...(screenRevision !== undefined && { screenRevision }),
        texts: formatTexts(heads, record),
        rows: Object.fromEntries(detailFields.map(({ key, fields }) => [key, rowTexts(key, fields)])),
      }
    }),
  }
}

/** Versions of a table without a document: their keys, and their values as they are stored. */
export async function buildRawHistory(
  dictionaries: DictionaryTexts,
  versions: readonly StoredVersion[],
): Promise<Omit<RecordHistory, 'outcomes'>> {
  const contents = versions.map(parseContent)
  const keys = [...new Set(contents.flatMap((content) => Object.keys(content)))]
  const names = await readAuthors(dictionaries, versions)
  const formatText = (value: unknown): string =>
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)
  return {
    title: versions[0]?.dataTable ?? '',
    fields: keys.map((key) => ({ key, title: key })),
    details: [],
    versions: versions.map((version, at) => ({
      ...buildHead(version, names),
      texts: Object.fromEntries(keys.map((key) => [key, formatText(contents[at]?.[key])])),
      rows: {},
    })),
  }
}

const buildHead = (
  { id, dataVersion, type, createBy, createTime }: StoredVersion,
  names: ReadonlyMap<string, string>,
) => ({ id, dataVersion, type, author: names.get(createBy ?? '') ?? createBy ?? '', createTime })

const readAuthors = (
  dictionaries: DictionaryTexts,
  versions: readonly StoredVersion[],
): Promise<ReadonlyMap<string, string>> =>
  namesOfAccounts(
    dictionaries,
    versions.flatMap(({ createBy }) => createBy ?? []),
  )
