import { describe, expect, it } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { reportKind } from '#runtime/schema/kinds/report/report.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import { reportColumns } from '#runtime/schema/report-columns.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { documentWarnings, getDocumentCheck } from '#server/documents/document-checker.ts'
import { buildDraft, checkSql } from '#server/reports/draft.ts'
import { newDocument } from '../../../scripts/documents/new-document.ts'
import { shipped } from '../kinds/kind-stage.tsx'

const check = getDocumentCheck()

/** A screen with one field of every type. */
const everyType: JsonObject = {
  version: 2,
  kind: 'screen',
  id: 'designer/sample',
  title: '样例',
  table: { name: 'designer_sample' },
  fields: [...fieldTypes].map(([type, { designer }]) => ({
    ...designer.sample,
    key: `f${type.replaceAll('_', '')}`,
  })),
}

const screens = [...shipped, everyType].filter(({ kind }) => kind === 'screen') as unknown as JsonObject[]
const tables = [...new Map(screens.flatMap((screen) => reportColumns(screen)))]

const known = collectKnown([...shipped, everyType], registeredNames)

describe('a report from a statement over a table of a screen', () => {
  it.each(tables)(
    'has only settings that its columns and parameters may have, and the rights of its sources: %s',
    (table, columns) => {
      const names = [...columns].filter(([, field]) => isJsonObject(field)).map(([name]) => name)
      const conditions = names.map((name) => `${name} = :${name}`)
      const sql = `select ${names.join(', ')} from ${table} where ${conditions.join(' and ')}`
      const draft = buildDraft(checkSql(sql, known.columns), known.columns)
      const report = newDocument(reportKind, 'designer/report', known, undefined, { sql, ...draft })
      const knownNames = collectKnown([...shipped, everyType, report], registeredNames)
      const problems = [...check(report, { knownNames }), ...documentWarnings(report, knownNames)]
      expect(problems.map(({ path, text }) => `${path} ${text}`)).toEqual([])
    },
  )
})
