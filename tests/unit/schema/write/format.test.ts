import { describe, expect, it } from 'vitest'
import { collectKnown } from '#runtime/schema/known.ts'
import { migrate } from '#runtime/schema/versions.ts'
import { formatDocument } from '#runtime/schema/write/format.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { checkDocument, goodFiles, jsonOfFile, known, textOfFile } from '../world.ts'

describe('the formatter', () => {
  it.each(goodFiles)('%s keeps its meaning, and formatting twice changes nothing', (file) => {
    const json = jsonOfFile(file)
    const once = formatDocument(json)
    expect(JSON.parse(once)).toEqual(migrate(json).document)
    expect(formatDocument(JSON.parse(once))).toBe(once)
  })

  it('writes one field per line, so that a changed field is a changed line', () => {
    const before = formatDocument(jsonOfFile('good/stock/in-bill.json')).split('\n')
    const changed = jsonOfFile('good/stock/in-bill.json') as { fields: Record<string, unknown>[] }
    Object.assign(changed.fields[1] ?? {}, { width: 300 })
    const after = formatDocument(changed).split('\n')
    expect(after.filter((line, index) => line !== before[index])).toHaveLength(1)
    expect(after.length).toBeLessThanOrEqual(60)
  })

  it('is independent of the order of keys in its input', () => {
    const turn = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turn)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [
            key,
            key === 'tag' || key === 'set' || key === 'send' ? inner : turn(inner),
          ]),
      )
    }
    const json = jsonOfFile('good/stock/in-bill.json')
    expect(formatDocument(turn(json))).toBe(formatDocument(json))
  })

  it('keeps x- notes and converts older dialects', () => {
    const text = formatDocument(jsonOfFile('good/base/supplier.json'))
    expect(text).toContain('"type": "checkbox"')
    expect(text).toContain('"number": 3')
    expect(text).toContain('"x-note": "旧写法"')
    expect(text).not.toMatch(/checkbox_meta|fieldExtendJson/)
  })
})

describe('the chain of format migrations', () => {
  it('converts a document of format 0 to the current format', () => {
    const { document, from } = migrate(jsonOfFile('versions/0/use.json'))
    expect(from).toBe(0)
    expect(document).toEqual(jsonOfFile('versions/2/use.json'))
    expect(checkDocument(document, { knownNames: known })).toEqual([])
  })

  it('formats a document of format 0 like its current version', () => {
    expect(formatDocument(jsonOfFile('versions/0/use.json'))).toBe(
      formatDocument(jsonOfFile('versions/2/use.json')),
    )
  })

  it.each(['card', 'figures', 'note', 'pick', 'slip', 'use-view'])(
    'converts %s of format 1, and no name in it that is spelt like a word',
    (file) => {
      const { document, from } = migrate(jsonOfFile(`versions/1/${file}.json`))
      expect(from).toBe(1)
      expect(document).toEqual(jsonOfFile(`versions/2/${file}.json`))
      const others = ['2/pick', '2/card'].map((other) => jsonOfFile(`versions/${other}.json`))
      const knownNames = collectKnown([...goodFiles.map(jsonOfFile), ...others, document], registeredNames)
      expect(checkDocument(document, { knownNames })).toEqual([])
      expect(migrate(document).document).toEqual(document)
    },
  )

  it.each(['', '{}', '{"fields":7}', '{"extends":"a/b","fields":{"a":7,"b":{"fields":[1]}}}'])(
    'accepts %j of format 1 in any kind',
    (text) => {
      for (const kind of ['screen', 'panel', 'nothing']) {
        const broken = { version: 1, kind, blocks: [null, { facts: 7 }], ...JSON.parse(text || '{}') }
        expect(migrate(broken)).toMatchObject({ from: 1, document: { version: 2 } })
      }
    },
  )

  it('leaves a document of a newer format unchanged and refuses it with a text', () => {
    const newer = JSON.parse(textOfFile('refused/NEWER_VERSION.json')) as unknown
    expect(migrate(newer).document).toBe(newer)
    expect(checkDocument(newer, { knownNames: known })[0]?.text).toContain('请升级程序')
  })
})
