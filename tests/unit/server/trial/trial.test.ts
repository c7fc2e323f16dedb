import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { application } from '#server/app/application.ts'
import { tryInTransaction } from '#server/app/trial-server.ts'
import { tryPlan } from '#server/documents/apply.ts'
import { readConfig } from '#server/platform/config.ts'
import type { TrialResult } from '#server/trial/documents.ts'
import { guidePages, isDocument, readExamples } from '../../../support/guide-examples.ts'
import { legalDocuments } from '../../../support/legal-documents.ts'
import { openTestDatabase, type TestDatabase } from '../../../support/test-database.ts'

type Json = Record<string, unknown>

let test: TestDatabase
const config = readConfig({})

beforeAll(async () => {
  test = await openTestDatabase({ migrations: application.migrations })
})

afterAll(async () => {
  await test.close()
})

/** Tries documents: the shipped ones, and others in a folder of their own; all others, or the named ones. */
async function tryAll(documents: readonly Json[], ids: readonly string[] | null): Promise<TrialResult> {
  const folder = mkdtempSync(join(tmpdir(), 'office-trial-documents-'))
  for (const document of documents) {
    const path = join(folder, `${document.id}.json`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(document))
  }
  const settings = { ...config, schemaDirs: [...config.schemaDirs, folder] }
  let result: TrialResult | undefined
  try {
    await tryPlan(test.db, [], fieldValues, false, async (trx) => {
      result = await tryInTransaction(application, settings, trx, { ids, isAlone: true })
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
  if (!result) throw new Error('no trial was made')
  return result
}

const describeProblems = ({ problems }: TrialResult) =>
  problems.map(({ file, path, text }) => `${file}#${path} ${text}`)

const countTables = async () =>
  (
    await sql<{ n: number }>`select count(*)::int as n from pg_class where relkind = 'r'`.execute(
      test.db.owner,
    )
  ).rows[0]?.n

/** All documents that are shipped, and a thousand generated ones, take minutes: TRIALS is the number of generated ones. */
const count = Number(process.env.TRIALS ?? 6)
const isLong = process.env.TRIALS !== undefined
const someShipped = [
  'stock/in-bill',
  'stock/issue-board',
  'base/location',
  'report/stock-flow',
  'stock/board',
  'dict/gaz-kind',
  'dict/location-tree',
  'dict/supplier',
  'reader/lend',
  'system/user-depart-role',
  ...['goods', 'user'].map((name) => `picker/${name}`),
]

/** A query that fails whatever the rows are. */
const ratio = "select '1' as id, 1 / (count(*) - count(*)) as fone from try_due t"

describe('a trial run of documents', () => {
  it('finds no fault in shipped documents and leaves nothing in the database', async () => {
    const before = await countTables()
    const result = await tryAll([], isLong ? null : someShipped)
    expect(describeProblems(result)).toEqual([])
    expect(result.count).toBeGreaterThanOrEqual(isLong ? 60 : 11)
    expect(await countTables()).toBe(before)
  }, 600_000)

  it('finds no fault in generated legal documents', async () => {
    let tried = 0
    for (let done = 0; done < count; done += 100) {
      const documents = legalDocuments(Math.min(100, count - done), 7 + done)
      const result = await tryAll(
        documents,
        documents.map(({ id }) => String(id)),
      )
      expect(describeProblems(result)).toEqual([])
      tried += result.count
    }
    expect(tried).toBeGreaterThanOrEqual(count)
  }, 3_600_000)

  it('finds no fault in the documents of the guide', async () => {
    const isNew = (example: Json) => isDocument(example) && !existsSync(`schemas/${example.id}.json`)
    const documents = guidePages.flatMap(readExamples).filter(isNew)
    const result = await tryAll(
      documents,
      documents.map(({ id }) => String(id)),
    )
    expect(describeProblems(result)).toEqual([])
    expect(result.count).toBeGreaterThanOrEqual(8)
  }, 600_000)

  it('names the document, the place and the reason of a step that fails in the database', async () => {
    const document = {
      version: 2,
      kind: 'screen',
      id: 'try/narrow',
      title: '窄表',
      table: { name: 'try_narrow' },
      fields: [{ key: 'fname', title: '名称', type: 'input' }],
    }
    await sql`create table try_narrow (id varchar(36) primary key, hidden_code varchar(5) not null)`.execute(
      test.db.owner,
    )
    const make = { screen: 'try/narrow', values: { fname: '=fname' } }
    const due = {
      ...document,
      id: 'try/due',
      title: '到期',
      table: { name: 'try_due' },
      fields: [...document.fields, { key: 'fend', title: '止', type: 'date' }],
      ...Object.fromEntries([['then', [{ on: 'date', field: 'fend', days: 3, make }]]]),
    }
    const fields = ['id', 'fone'].map((key) => ({ key, title: key, type: 'input' }))
    const others = [
      {
        kind: 'report',
        id: 'report/try-ratio',
        code: 'rp_try_ratio',
        fields,
        source: { sql: ratio, tables: ['try_due'] },
      },
      {
        kind: 'picker',
        id: 'picker/try-ratio',
        code: 'pk_try_ratio',
        fields: ['fone'],
        source: { report: 'report/try-ratio' },
      },
      {
        kind: 'form',
        id: 'try/ask',
        fields: document.fields,
        submit: { method: 'POST', url: '/resource/try/narrow/add' },
      },
    ].map((other) => ({ version: 2, title: '试', ...other }))
    const documents = [document, due, ...others]
    const { problems } = await tryAll(
      documents,
      documents.map(({ id }) => id),
    )
    expect(problems.map(({ file, path }) => `${file}#${path}`)).toEqual(
      expect.arrayContaining(['report/try-ratio#/source/sql', 'picker/try-ratio#/source', 'try/ask#/submit']),
    )
    const first = problems.find(({ file }) => file === 'try/narrow')
    expect(first).toMatchObject({ path: '', code: 'TRIAL' })
    expect(first?.text).toMatch(/^试运行时保存一条空白的记录没有成功：有的记录没有这个值/)
    expect(problems.find(({ file }) => file === 'try/due')).toMatchObject({
      path: '/then/0',
      text: expect.stringMatching(/^试运行时到了日期要做的事没有成功：有的记录没有这个值/),
    })
  }, 60_000)
})
