import { basename } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Problem } from '#runtime/kernel/problem.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import { parseJson } from '#runtime/schema/write/parse-json.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import {
  checkDocument,
  filesUnder,
  goodFiles,
  jsonOfFile,
  known,
  resolvePointer,
  textOfFile,
} from '../world.ts'

const check = (json: unknown) => checkDocument(json, { knownNames: known })

describe('documents without problems', () => {
  it.each(goodFiles)('%s has no problems at its place', (file) => {
    const expectedId = file.replace(/^good\//, '').replace(/\.json$/, '')
    expect(checkDocument(jsonOfFile(file), { knownNames: known, expectedId })).toEqual([])
  })
})

describe('refused documents', () => {
  const expected = jsonOfFile('refused.json') as Record<string, string>
  const files = filesUnder('refused')

  it('are all listed with the place of their problem, and the list has no other entries', () => {
    expect(Object.keys(expected).sort()).toEqual(files.map((file) => basename(file, '.json')).sort())
  })

  it.each(files)('%s has exactly the problem of its name, at the listed place', (file) => {
    const name = basename(file, '.json')
    const read = parseJson(textOfFile(file))
    const problems = 'json' in read ? check(read.json) : [read.problem]
    expect(problems.map(({ code, path }) => [code, path])).toEqual([[name.split('.')[0], expected[name]]])
    if ('json' in read) expect(resolvePointer(read.json, expected[name] ?? '')).toBeDefined()
  })
})

describe('a problem', () => {
  const only = (file: string): Problem | undefined => check(jsonOfFile(`refused/${file}.json`))[0]

  it('names the place and the nearest known word, and contains the fix', () => {
    const problem = only('UNKNOWN_KEY.field')
    expect(problem?.text).toContain('字段「fstates」')
    expect(problem?.text).toContain('您是不是要写 dictCode？')
    expect(problem?.fix).toEqual([
      { op: 'remove', path: '/fields/3/dictCod' },
      { op: 'add', path: '/fields/3/dictCode', value: 'bill_state' },
    ])
  })

  it('names the detail that contains a field', () => {
    expect(only('UNKNOWN_KEY.detail')?.text).toContain('明细「items」的字段「fnum」的 lenght')
  })

  it('uses the words of the specification for pickers', () => {
    expect(only('ORG_DEST_COUNT')?.text).toContain('popup参数未正确配置,原始值和目标值数量不一致!')
    expect(only('ORG_DEST_MISSING')?.text).toContain('popup参数未正确配置!')
  })

  it('names the effect and the field that the effect reads', () => {
    expect(only('EFFECT_FIELD')?.text).toContain(
      '效果「bill.log」要用字段「ftotalamount」，本文档没有它，请加上或换一个效果',
    )
    expect(only('EFFECT_FIELD.type')?.text).toContain(
      '效果「bill.log」要用字段「ftotalamount」的数字，本文档的「ftotalamount」是文字，请改它的类型',
    )
  })

  it('follows a circle of formulas through head and rows', () => {
    expect(only('FORMULA_CYCLE.head')?.text).toContain('ftotal → items.famount → items.fprice → ftotal')
  })

  it('contains line and column for broken JSON', () => {
    const read = parseJson(textOfFile('refused/BROKEN_JSON.json'))
    expect('problem' in read && read.problem.text).toContain('第 3 行第 19 列')
  })

  it('is one of several when a document has several', () => {
    const json = jsonOfFile('good/stock/use.json') as { fields: Record<string, unknown>[] }
    Object.assign(json.fields[0] ?? {}, { widht: 1, query: 'lik' })
    Object.assign(json.fields[3] ?? {}, { dictCode: 'nothing' })
    expect(check(json).map(({ code }) => code)).toEqual(['UNKNOWN_KEY', 'BAD_VALUE', 'UNKNOWN_DICT'])
  })

  it('names the id that follows from the place of the file', () => {
    const [problem] = checkDocument(jsonOfFile('good/stock/use.json'), {
      knownNames: known,
      expectedId: 'stock/usage',
    })
    expect(problem).toMatchObject({
      path: '/id',
      fix: [{ op: 'replace', path: '/id', value: 'stock/usage' }],
    })
  })
})

describe('the check of a damaged document', () => {
  const places = (json: unknown, path: (string | number)[] = []): (string | number)[][] =>
    typeof json === 'object' && json !== null
      ? [path, ...Object.entries(json).flatMap(([key, value]) => places(value, [...path, key]))]
      : [path]

  const sound = [
    'good/stock/in-bill.json',
    'good/stock/use.json',
    'good/dict/class.json',
    'good/picker/goods.json',
  ]
  const odd = fc.oneof(
    fc.constantFrom(null, '', [], {}, -1, 1e40, true, 'a.b', '=', '=fno +', ['x'], [[]], { a: 1 }),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'items', 'popup', 'table', 'range'),
    fc.jsonValue(),
  )

  it('is one problem for a key by which JavaScript makes texts', () => {
    const dict = {
      version: 2,
      kind: 'dict',
      id: 'dict/odd',
      title: '甲',
      code: 'odd',
      items: [{ value: { toString: 1 } }],
    }
    expect(collectKnown([dict], registeredNames).ids.size).toBe(0)
    expect(check(dict).map(({ path, code }) => `${path} ${code}`)).toEqual([
      '/items/0/value/toString UNSAFE_KEY',
    ])
  })

  it('never throws, and every reported place is in the document', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sound),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom('set', 'drop', 'add'), odd), {
          minLength: 1,
          maxLength: 4,
        }),
        (file, changes) => {
          const json = { root: jsonOfFile(file) }
          for (const [pick, how, sample] of changes) {
            // The samples are shared objects: a later change must not put one into itself.
            const value = structuredClone(sample)
            const all = places(json).slice(1)
            const path = all[pick % all.length] ?? ['root']
            const holder = path
              .slice(0, -1)
              .reduce<Record<string, unknown>>((at, key) => at[key] as never, json)
            const key = path.at(-1) ?? 'root'
            if (how === 'set') holder[key] = value
            else if (how === 'add')
              Object.defineProperty(holder, typeof value === 'string' ? value : 'added', {
                value: 1,
                enumerable: true,
                configurable: true,
                writable: true,
              })
            else if (key !== 'root') delete holder[key]
          }
          const damaged: unknown = JSON.parse(JSON.stringify(json.root) ?? 'null')
          for (const { path, text } of check(damaged)) {
            expect(text).not.toBe('')
            expect(resolvePointer(damaged, path), path).toBeDefined()
          }
        },
      ),
      { numRuns: 400 },
    )
  })
})
