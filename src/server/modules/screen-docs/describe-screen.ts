import type { JsonObject } from '#runtime/kernel/json.ts'
import { getPerm, getTitle } from '#runtime/schema/derive.ts'
import type { Readable } from '../../records/list/list-route.ts'
import { isReadable, type Resource } from '../../records/resource.ts'
import { describeBody, describeRecord } from './schemas.ts'

type Can = (code: string) => boolean

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

const inJson = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } })

/** The answer of every route, around its result. */
const envelope = (isSuccess: boolean, result: JsonObject): JsonObject => ({
  type: 'object',
  properties: {
    success: { const: isSuccess },
    message: { type: 'string' },
    code: { type: 'integer' },
    timestamp: { type: 'integer' },
    result,
  },
  required: ['success', 'message', 'code', 'result', 'timestamp'],
})

const orNull = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: 'null' }] })

/** Rules of business refuse with status 200. */
const answers = (result: JsonObject): JsonObject => ({
  '200': {
    description: '`success` 为 false 时没有做成，`message` 是原因，响应头 `x-error-code` 是错误码',
    ...inJson({ anyOf: [envelope(true, result), ref('Refusal')] }),
  },
  '401': { description: '没有登录，或密钥无效', ...inJson(ref('Refusal')) },
  '403': { description: '没有权限', ...inJson(ref('Refusal')) },
})

const page = (record: JsonObject): JsonObject => ({
  type: 'object',
  properties: {
    records: { type: 'array', items: record },
    total: { type: 'integer' },
    size: { type: 'integer' },
    current: { type: 'integer' },
    pages: { type: 'integer' },
  },
  required: ['records', 'total', 'size', 'current', 'pages'],
})

const query = (name: string, schema: JsonObject, description = '', required = false): JsonObject => ({
  name,
  in: 'query',
  schema,
  ...(description !== '' && { description }),
  ...(required && { required }),
})

interface Verb {
  verb: string
  method: 'get' | 'post' | 'put' | 'delete'
  title: string
  /** The last part of the permission code. */
  right: string
  parameters?: readonly JsonObject[]
  body?: JsonObject
  result: JsonObject
}

const text: JsonObject = { type: 'string' }
const undone = orNull({
  type: 'object',
  properties: { undo: { type: 'string', description: '撤销用的编号' } },
})

function listVerbs({ screen }: Resource, { queried }: Pick<Readable, 'queried'>): Verb[] {
  const filters = [...queried.values()].flatMap((column) =>
    column.field
      ? [query(column.key, text, `${getTitle(column.field)}，写法见 docs/http.md「Filter values」`)]
      : [],
  )
  const moves = (screen.flow?.moves ?? []).map(
    ({ code, title }): Verb => ({
      verb: `move/${code}`,
      method: 'post',
      title,
      right: code,
      body: {
        type: 'object',
        properties: {
          ids: { type: 'string', description: '记录的主键，多个以逗号隔开' },
          answer: { type: 'object' },
        },
        required: ['ids'],
        additionalProperties: false,
      },
      result: { type: 'object' },
    }),
  )
  const verbs: Verb[] = [
    {
      verb: 'list',
      method: 'get',
      title: '列表',
      right: 'list',
      parameters: [
        query('pageNo', { type: 'integer', minimum: 1, default: 1 }),
        query('pageSize', { type: 'integer', minimum: 1, maximum: 500, default: 10 }),
        query('column', text, '按哪个字段排，与 order 同写'),
        query('order', { type: 'string', enum: ['asc', 'desc'] }),
        ...filters,
      ],
      result: page(ref('Record')),
    },
    {
      verb: 'queryById',
      method: 'get',
      title: '查看一条',
      right: 'detail',
      parameters: [query('id', text, '主键', true)],
      result: ref('Record'),
    },
    { verb: 'add', method: 'post', title: '新增', right: 'add', body: ref('New'), result: ref('Record') },
    { verb: 'edit', method: 'put', title: '编辑', right: 'edit', body: ref('Change'), result: ref('Record') },
    {
      verb: 'delete',
      method: 'delete',
      title: '删除一条',
      right: 'delete',
      parameters: [query('id', text, '主键', true)],
      result: undone,
    },
    {
      verb: 'deleteBatch',
      method: 'delete',
      title: '删除多条',
      right: 'delete',
      parameters: [query('ids', text, '主键，以逗号隔开', true)],
      result: undone,
    },
    ...moves,
  ]
  return screen.table.derived ? verbs.filter(({ method }) => method === 'get') : verbs
}

function describeVerb(
  { screen }: Resource,
  { verb, title, parameters, body, result, right }: Verb,
): JsonObject {
  return {
    operationId: verb.replace('/', '_').replace(/[^\w]/g, '_'),
    summary: title,
    description: `权限 ${getPerm(screen)}:${right}`,
    tags: [screen.title],
    ...(parameters && { parameters }),
    ...(body && { requestBody: { required: true, ...inJson(body) } }),
    responses: answers(result),
  }
}

/** OpenAPI of the records of one screen: what this user may read and do, with the fields as they are answered and sent. */
export function describeScreen(
  resource: Resource,
  view: Pick<Readable, 'queried' | 'columns'>,
  can: Can,
  version: string,
): JsonObject {
  const { screen } = resource
  const prefix = screen.url ?? {}
  const verbs = listVerbs(resource, view).filter(({ right }) => can(`${getPerm(screen)}:${right}`))
  const paths: Record<string, JsonObject> = {}
  for (const verb of verbs) {
    const address = (prefix as Record<string, string | undefined>)[verb.verb]
    const path = address ?? `/resource/${screen.id}/${verb.verb}`
    paths[path] = { ...paths[path], [verb.method]: describeVerb(resource, verb) }
  }
  const described = {
    columns: [...view.columns.values()],
    details: resource.details.filter(({ field }) => field.own !== true && isReadable(field, can)),
    state: screen.flow?.field,
    can,
  }
  return {
    openapi: '3.1.0',
    info: { title: screen.title, version, description: `界面 ${screen.id} 的记录。地址前可加 /jeecg-boot。` },
    servers: [{ url: '/' }],
    tags: [{ name: screen.title }],
    security: [{ key: [] }, { token: [] }],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Api-Key',
          description: '程序用的密钥，在「API 密钥」生成',
        },
        token: { type: 'apiKey', in: 'header', name: 'X-Access-Token', description: '登录后的令牌' },
      },
      schemas: {
        Record: describeRecord(described),
        New: describeBody(described, 'add'),
        Change: describeBody(described, 'edit'),
        Refusal: envelope(false, {}),
      },
    },
  }
}
