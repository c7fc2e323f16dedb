import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { application } from '#server/app/application.ts'
import type { Services } from '#server/app/services.ts'
import type { TestDatabase } from '../../../support/test-database.ts'
import { addPeople, createTestServer } from '../../../support/test-server.ts'
import { asking } from '../asking.ts'
import type { Reply } from '../resources/test-server.ts'

const people = {
  admin: [],
  seller: [
    'trial:sales:list',
    'trial:sales:export',
    'trial:sales:all',
    'trial:sales:cost',
    'trial:kind:list',
    'trial:long:list',
    'trial:long:export',
  ],
  /** Limited to the user's own department, without costs and without exports. */
  buyer: ['trial:sales:list'],
  /** As a buyer, with exports. */
  reporter: ['trial:sales:list', 'trial:sales:export'],
  /** May only pick. */
  picker: ['pick:sale'],
  designer: ['design:read'],
  nobody: [],
} as const
export type Person = keyof typeof people

const head = (kind: string, id: string) => ({ version: 2, kind, id, title: id.split('/')[1] })
const report = (id: string, more: object) => ({ ...head('report', id), ...more })

/** A screen with a write-only value, and its reports. */
const documents = [
  {
    ...head('screen', 'trial/sale'),
    table: { name: 'tst_sale' },
    fields: [
      { key: 'fname', title: '品名', type: 'input' },
      { key: 'fkind', title: '类别', type: 'select', dictCode: 'tst_kind' },
      { key: 'fday', title: '日期', type: 'date' },
      { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
      { key: 'fcost', title: '成本', type: 'inputNumber', scale: 2 },
      { key: 'fpin', title: '密码', type: 'input', writeOnly: true },
    ],
  },
  {
    ...head('dict', 'dict/tst-kind'),
    code: 'tst_kind',
    items: [
      { value: '1', text: '纸' },
      { value: '2', text: '=墨' },
    ],
  },
  report('trial/sales', {
    title: '销售"统计"',
    code: 'tst_sales',
    source: {
      sql: 'select s.id, s.fname, s.fkind, s.fday, s.fnum, s.fcost from tst_sale s where (:org is null or s.sys_org_code = :org) and (:name is null or s.fname = :name) and (:since is null or s.fday >= :since) -- :no parameter',
      tables: ['tst_sale'],
    },
    params: [
      { key: 'name', title: '品名', type: 'input' },
      { key: 'since', title: '从', type: 'date' },
      { key: 'org', title: '部门', type: 'hidden', defaultValue: '=user.orgCode', unless: 'trial:sales:all' },
    ],
    fields: [
      { key: 'id', type: 'hidden' },
      {
        key: 'fname',
        title: '品名',
        type: 'input',
        query: 'like',
        isOrder: true,
        href: '/trial/sale?fname={fname}',
      },
      {
        key: 'fkind',
        title: '类别',
        type: 'select',
        dictCode: 'tst_kind',
        query: { rule: 'in', folded: true },
      },
      { key: 'fday', title: '日期', type: 'date', query: 'range' },
      {
        key: 'fnum',
        title: '数量',
        type: 'inputNumber',
        scale: 2,
        statistics: ['sum', 'average'],
        group: '数',
      },
      {
        key: 'fcost',
        title: '成本',
        type: 'inputNumber',
        scale: 2,
        statistics: ['sum'],
        access: { read: 'trial:sales:cost' },
      },
    ],
    list: { sort: '-fnum' },
  }),
  report('trial/kind', {
    code: 'tst_by_kind',
    source: {
      sql: 'select s.fkind, count(*) as n from tst_sale s where s.fkind = :kind and s.fday <= :upto group by s.fkind',
      tables: ['tst_sale'],
    },
    params: [
      { key: 'kind', title: '类别', type: 'select', dictCode: 'tst_kind', required: true },
      { key: 'upto', title: '到', type: 'date', defaultValue: '=today()' },
    ],
    fields: [
      { key: 'fkind', title: '类别', type: 'input' },
      { key: 'n', title: '数', type: 'inputNumber' },
    ],
  }),
  report('trial/endless', {
    code: 'tst_endless',
    source: {
      sql: 'select g as n from tst_sale s, generate_series(1, 1000000000) g where s.fname is not null and g < 0',
      tables: ['tst_sale'],
    },
    fields: [{ key: 'n', title: '数', type: 'inputNumber' }],
  }),
  report('trial/long', {
    code: 'tst_long',
    source: {
      sql: 'select g as n from generate_series(1, 100001) g where (select count(*) from tst_sale) >= 0',
      tables: ['tst_sale'],
    },
    fields: [{ key: 'n', title: '数', type: 'inputNumber' }],
  }),
  {
    ...head('picker', 'picker/sale'),
    code: 'pick_sale',
    needs: 'pick:sale',
    source: { report: 'trial/sales' },
    fields: ['fname', 'fday'],
    query: ['fname'],
  },
]

export interface TestServer {
  test: TestDatabase
  services: Services
  app: FastifyInstance
  /** Opens a new session and returns its token. */
  enter(userId: string): Promise<string>
  get(
    who: Person,
    url: string,
    query?: Record<string, string>,
  ): Promise<Reply & { text: string; bytes: Buffer }>
  /** Writes a document and waits until it is checked. */
  write(document: { id: string }): Promise<void>
  close(): Promise<void>
}

/** A server with the reports and `more` documents. */
export async function createReportServer(more: readonly { id: string }[] = []): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'office-reports-'))
  const put = (document: { id: string }) => {
    const path = join(folder, `${document.id}.json`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(document))
  }
  for (const document of [...(documents as { id: string }[]), ...more]) put(document)
  let tokens: ReadonlyMap<string, string> = new Map()
  const { test, services, app, close } = await createTestServer({
    application,
    settings: { schemaDirs: [folder] },
    async prepare(test, services) {
      const faults = [...services.documents.broken().values()].flat()
      if (faults.length > 0) throw new Error(JSON.stringify(faults))
      const setups = Object.entries(people).map(([name, codes]) => [name, { org: 'A01', codes }])
      tokens = await addPeople(test, services, Object.fromEntries(setups))
    },
  })
  return {
    test,
    services,
    app,
    enter: (userId) => services.sessions.open(userId, { ip: '127.0.0.1', agent: 'test' }),
    get: asking(app, tokens),
    async write(document) {
      const seen = new Promise<void>((resolve) =>
        services.documents.onChange(({ ids }) => ids.includes(document.id) && resolve()),
      )
      put(document)
      await seen
    },
    async close() {
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
