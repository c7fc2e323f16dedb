import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { readDocumentId } from '../../documents/document-path.ts'
import type { RegistryEntry } from '../../documents/library/registry.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { onlyKeys } from '../../records/body.ts'
import { buildCaller } from '../../records/caller.ts'
import { aliasList, bindDocument, buildCan } from '../../records/list/list-route.ts'
import { requireGeneric } from '../../records/own-addresses.ts'
import { and, type Sql } from '../../records/query/condition.ts'
import { notFound } from '../../records/refuse.ts'
import { getResource } from '../../records/resource.ts'
import type { ReadServices } from '../../records/services.ts'
import { listOutcomes } from '../../records/then/outcomes.ts'
import { readId } from '../../records/write/save-change.ts'
import { readRevisions } from '../design/interface.ts'
import {
  buildHistory,
  buildRawHistory,
  readVersions,
  type StoredVersion,
  versionColumns,
  visibleVersion,
} from './history.ts'

const refuse = defineRefusals({
  VERSIONS_UNKNOWN: '未找到版本信息',
  VERSIONS_OF_TWO_RECORDS: '请选择相同的数据库表和数据ID进行比较',
})

const documentId = 'system/data-log'
const MAX_VERSIONS = 200
const Id = Type.String({ minLength: 1, maxLength: 64 })

/** The ids of two versions. */
const CompareQuery = Type.Object({ dataId1: Id, dataId2: Id })
type CompareQuery = Type.Static<typeof CompareQuery>

const VersionsQuery = Type.Object({ dataTable: Id, dataId: Id })

/** The versions of records: under the addresses of the contract, and as the history of a record of any screen. */
export function dataLogRoutes(app: FastifyInstance, services: ReadServices): void {
  const { db, documents, dictionaries } = services
  const { entry: logEntry, access } = bindDocument(services, documentId)
  aliasList(app, services, '/sys/dataLog/list', documentId)

  /** The lines of the log that a user may see: those of records that the user may see. */
  const logRules = (user: SessionUser): Sql[] => {
    const { document, documentHash } = logEntry()
    return buildCaller(user, services).rules(getResource(document, documentHash, fieldValues))
  }
  /** A table without a document is visible to administrators only, who may read all of it. */
  const visible = (version: StoredVersion, request: FastifyRequest): StoredVersion => {
    const entry = findScreen(version.dataTable)
    if (!entry) return version
    return visibleVersion(
      version,
      getResource(entry.document, entry.documentHash, fieldValues),
      buildCan(request),
    )
  }

  const twoVersions = async (
    { dataId1, dataId2 }: CompareQuery,
    user: SessionUser,
  ): Promise<StoredVersion[]> => {
    const { rows } = await sql<StoredVersion>`
      select ${versionColumns} from sys_data_log t where id in (${dataId1}, ${dataId2}) and ${and(logRules(user))}
      order by data_version`.execute(db.app)
    const [first, second] = rows
    if (!first || !second) throw notFound()
    if (first.dataTable !== second.dataTable || first.dataId !== second.dataId)
      throw refuse('VERSIONS_OF_TWO_RECORDS')
    return rows
  }

  app.get(
    '/sys/dataLog/queryCompareList',
    { config: { access }, schema: { querystring: CompareQuery } },
    async (request) =>
      ok((await twoVersions(request.query, request.user)).map((version) => visible(version, request))),
  )

  app.get(
    '/sys/dataLog/queryDataVerList',
    { config: { access }, schema: { querystring: VersionsQuery } },
    async (request) => {
      const { dataTable, dataId } = request.query
      const rows = await readVersions(db.app, dataTable, dataId, MAX_VERSIONS, logRules(request.user))
      if (rows.length === 0) throw refuse('VERSIONS_UNKNOWN')
      return ok(rows.reverse().map((version) => visible(version, request)))
    },
  )

  /** The screen that defines a table, and not one that extends it. */
  const findScreen = (table: string): RegistryEntry<StoredScreen> | undefined => {
    const named = documents.entries().find(({ document, overlay }) => {
      const screen = asDocumentWith(document, 'hasTable')
      return !overlay && screen?.table?.name === table && screen.table.derived !== true
    })
    return named && documents.screen(named.document.id)
  }

  // The newer version is the first one, as in a history.
  app.get(
    '/sys/dataLog/comparison',
    { config: { access }, schema: { querystring: CompareQuery } },
    async (request) => {
      const versions = (await twoVersions(request.query, request.user)).reverse()
      const entry = findScreen(String(versions[0]?.dataTable))
      if (!entry) return ok(await buildRawHistory(dictionaries, versions))
      const resource = getResource(entry.document, entry.documentHash, fieldValues)
      const revisions = await readRevisions(db.app, entry.id)
      return ok(await buildHistory(dictionaries, resource, buildCan(request), versions, revisions))
    },
  )

  const readEntry = (request: FastifyRequest): RegistryEntry<StoredScreen> => {
    const entry = documents.screen(readDocumentId(request))
    if (!entry || entry.document.table.derived) throw appError('NOT_FOUND')
    requireGeneric(entry.document, 'history')
    return entry
  }

  app.get(
    '/resource/:group/:name/history',
    { config: { access: (request) => codeOfAction(readEntry(request).document, 'history') } },
    async (request) => {
      const { id } = onlyKeys(request.query, ['id'])
      const { document, documentHash } = readEntry(request)
      const resource = getResource(document, documentHash, fieldValues)
      const caller = buildCaller(request.user, services)
      const opened = await caller.open(db.app, resource, readId(id))
      if (!opened) throw notFound()
      const versions = await readVersions(db.app, resource.table, readId(id), MAX_VERSIONS)
      const revisions = await readRevisions(db.app, document.id)
      const history = await buildHistory(dictionaries, opened.resource, caller.can, versions, revisions)
      const outcomes = await listOutcomes(services, caller, { table: resource.table, id: readId(id) })
      return ok({ ...history, outcomes })
    },
  )
}
