import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import {
  enhancementVersions,
  fieldCode,
  HOOKS_CODE,
  listEnhancements,
  MAX_VERSIONS,
  moveCode,
  withEnhancement,
} from '#runtime/schema/compose/enhancements.ts'

const document: JsonObject = {
  hooks: ['dict.guard'],
  fields: [
    {
      key: 'fname',
      type: 'input',
      showIf: "fkind == '甲'",
      validateRules: [{ required: true }, { handler: 'isbn' }],
    },
    { key: 'fkind', type: 'input' },
  ],
  flow: {
    field: 'fkind',
    initial: '甲',
    moves: [{ code: 'audit', title: '审核', from: ['甲'], to: '乙', effect: 'bill.log' }],
  },
}

describe('the enhancements of a document', () => {
  it('are its hooks, the effects of its moves, and the linkage of its fields', () => {
    expect(Object.fromEntries(listEnhancements(document))).toEqual({
      [HOOKS_CODE]: ['dict.guard'],
      [moveCode('audit')]: 'bill.log',
      [fieldCode('fname')]: { showIf: "fkind == '甲'", handlers: ['isbn'] },
    })
  })

  it('are replaced one by one, and other settings stay', () => {
    const changed = withEnhancement(document, fieldCode('fname'), { handlers: ['creditCode'] })
    expect((changed.fields as JsonObject[])[0]).toEqual({
      key: 'fname',
      type: 'input',
      validateRules: [{ required: true }, { handler: 'creditCode' }],
    })
    expect(
      listEnhancements(withEnhancement(document, moveCode('audit'), undefined)).has(moveCode('audit')),
    ).toBe(false)
    expect(withEnhancement(document, HOOKS_CODE, [])).not.toHaveProperty('hooks')
    for (const [code, value] of listEnhancements(document))
      expect(withEnhancement(withEnhancement(document, code, undefined), code, value)).toEqual(document)
  })
})

describe('the history of a code', () => {
  it('has the revisions that changed it, the latest first, and is bounded', () => {
    const revisions = Array.from({ length: 40 }, (_, at) => ({
      revision: at + 1,
      body: withEnhancement(document, HOOKS_CODE, [`hook.${Math.floor(at / 2)}`]),
    }))
    const versions = enhancementVersions(revisions)
    const hooks = versions.get(HOOKS_CODE) ?? []
    expect(hooks).toHaveLength(MAX_VERSIONS)
    expect(hooks[0]).toEqual({ revision: 39, value: ['hook.19'] })
    expect(hooks[1]).toEqual({ revision: 37, value: ['hook.18'] })
    expect(versions.get(moveCode('audit'))).toEqual([{ revision: 1, value: 'bill.log' }])
  })

  it('contains the removal of a value', () => {
    const revisions = [document, withEnhancement(document, HOOKS_CODE, undefined)]
    const versions = enhancementVersions(revisions.map((body, revision) => ({ revision, body })))
    expect(versions.get(HOOKS_CODE)).toEqual([{ revision: 1 }, { revision: 0, value: ['dict.guard'] }])
  })
})
