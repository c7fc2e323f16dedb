import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { aliasList, documentOf } from '../../records/list-route.ts'
import { notFound } from '../../records/refuse.ts'
import type { ReadServices } from '../../records/services.ts'

const refuse = defineRefusals({
  VERSIONS_UNKNOWN: '未找到版本信息',
  VERSIONS_OF_TWO_RECORDS: '请选择相同的数据库表和数据ID进行比较',
})

const documentId = 'system/data-log'
const Id = Type.String({ minLength: 1, maxLength: 64 })

/** The ids of two versions. */
const CompareQuery = Type.Object({ dataId1: Id, dataId2: Id })
type CompareQuery = Type.Static<typeof CompareQuery>

const VersionsQuery = Type.Object({ dataTable: Id, dataId: Id })
type VersionsQuery = Type.Static<typeof VersionsQuery>

interface Version {
  dataTable: string
  dataId: string
}

const columns = sql`id, data_table as "dataTable", data_id as "dataId", data_content as "dataContent",
  data_version as "dataVersion", type, create_by as "createBy", create_time as "createTime"`

/** The versions of records under the addresses of the contract. */
export function dataLogRoutes(app: FastifyInstance, services: ReadServices): void {
  const { db } = services
  const { access } = documentOf(services, documentId)
  aliasList(app, services, '/sys/dataLog/list', documentId)

  app.get<{ Querystring: CompareQuery }>(
    '/sys/dataLog/queryCompareList',
    { config: { access }, schema: { querystring: CompareQuery } },
    async ({ query: { dataId1, dataId2 } }) => {
      const { rows } = await sql<Version>`
        select ${columns} from sys_data_log where id in (${dataId1}, ${dataId2})
        order by data_version`.execute(db.app)
      const [first, second] = rows
      if (!first || !second) throw notFound()
      if (first.dataTable !== second.dataTable || first.dataId !== second.dataId)
        throw refuse('VERSIONS_OF_TWO_RECORDS')
      return ok(rows)
    },
  )

  app.get<{ Querystring: VersionsQuery }>(
    '/sys/dataLog/queryDataVerList',
    { config: { access }, schema: { querystring: VersionsQuery } },
    async ({ query: { dataTable, dataId } }) => {
      const { rows } = await sql<Version>`
        select ${columns} from sys_data_log where data_table = ${dataTable} and data_id = ${dataId}
        order by data_version`.execute(db.app)
      if (rows.length === 0) throw refuse('VERSIONS_UNKNOWN')
      return ok(rows)
    },
  )
}
