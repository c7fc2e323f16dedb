import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { parsed } from '#runtime/kernel/problem.ts'
import { isMarkup } from '#runtime/kernel/text/html.ts'
import type { DetailField, StoredScreen } from '#runtime/schema/types.ts'
import { readBody } from '#server/records/body.ts'
import { cleanMarkup } from '#server/records/read/markup.ts'
import { getResource } from '#server/records/resource.ts'

const tail = ' target="_blank" rel="noopener noreferrer"'

describe('a body with rich text', () => {
  const rich = { key: 'fnote', title: '提要', type: 'umeditor' }
  const plain = { key: 'fname', title: '名称', type: 'input' }
  const items = {
    key: 'items',
    title: '明细',
    type: 'table',
    table: { name: 'i', fk: 'fid' },
    fields: [rich],
  }
  const screen = {
    id: 'test/rich',
    table: { name: 'rich' },
    fields: [rich, plain, items as unknown as DetailField],
  } as unknown as StoredScreen
  const bad = '<p onclick="x()">甲</p>'

  it('is sanitised in the head and in every row, and other text stays unchanged', async () => {
    const resource = getResource(screen, 'r1', fieldValues)
    const added = await readBody(
      resource,
      { fnote: bad, fname: bad, items: [{ fnote: bad }] },
      'add',
      () => true,
    )
    expect(added.head).toEqual({ fnote: '<p>甲</p>', fname: bad })
    expect(added.details.get('items')?.added).toEqual([{ fnote: '<p>甲</p>' }])
    const changed = { items: { changed: [{ id: '1', fnote: bad }] } }
    const edited = await readBody(resource, changed, 'edit', () => true)
    expect(edited.details.get('items')?.changed).toEqual([{ id: '1', fnote: '<p>甲</p>' }])
  })
})

describe('rich text before it is stored', () => {
  it.each([
    ['<p>甲<script>alert(1)</script></p>', '<p>甲</p>'],
    ['<p onclick="x()" style="color:red" class="a" id="b">甲</p>', '<p>甲</p>'],
    ['<a href="javascript:alert(1)">甲</a>', `<a${tail}>甲</a>`],
    ['<a href="java&#9;script:alert(1)">甲</a>', `<a${tail}>甲</a>`],
    ['<a href="//evil.example/">甲</a>', `<a${tail}>甲</a>`],
    ['<a href="/\\evil.example">甲</a>', `<a${tail}>甲</a>`],
    ['<a href="https://a.example/b" target="_top">甲</a>', `<a href="https://a.example/b"${tail}>甲</a>`],
    ['<a href="/catalog/gazetteer">甲</a>', `<a href="/catalog/gazetteer"${tail}>甲</a>`],
    ['甲<img src=x onerror=alert(1)>', '<p>甲</p>'],
    ['甲<img src="/jeecg-boot/sys/common/static/../user/logout">', '<p>甲</p>'],
    [
      '<img src="/jeecg-boot/sys/common/static/temp/a.png" onload=x()>',
      '<img src="/jeecg-boot/sys/common/static/temp/a.png" />',
    ],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>甲', '<p>甲</p>'],
    ['<iframe src="/"></iframe><h2>甲</h2>', '<h2>甲</h2>'],
  ])('of %s keeps %s', (given, kept) => {
    expect(cleanMarkup(given)).toEqual(parsed(kept))
  })

  it.each(['<p></p>', '<p> &nbsp;</p><br>', '<script>1</script>', '<img onerror=alert(1)>'])(
    'treats %s as empty, so that a required field refuses it',
    (given) => expect(cleanMarkup(given)).toEqual(parsed(null)),
  )

  it.each(['甲 & 乙', '3 < 4 &amp; 5', '两行\n文字'])('keeps the plain text %j unchanged', (given) => {
    expect(cleanMarkup(given)).toEqual(parsed(given))
  })

  it('contains nothing executable, and sanitising it again changes nothing', () => {
    const piece = fc.constantFrom(
      ...['<p>', '</p>', '<b', '>', '<', '"', "'", '&lt;', '&amp;', '=', ' ', '/', '甲', '<svg>', '<math>'],
      ...[
        '<img src=',
        '<a href=',
        'javascript:',
        ' onerror=',
        '<!--',
        '-->',
        '<style>',
        '</style>',
        '<table>',
      ],
      ...['<script>', '</script>', '<textarea>', '</textarea>', '<noscript>', '\u0000', '\t', '\n', '<li>'],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const cleaned = cleanMarkup(pieces.join(''))
        const once = cleaned.ok ? cleaned.value : null
        if (once === null || !isMarkup(once)) return
        expect(cleanMarkup(once)).toEqual(parsed(once))
        expect(once).not.toMatch(
          /<(script|style|svg|math|textarea|noscript|!--)|<[^>]*\son\w+=|href="javascript/i,
        )
      }),
      { numRuns: 500 },
    )
  })
})
