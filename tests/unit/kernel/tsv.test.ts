import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTsv, printHtmlTable, printTsv } from '#runtime/kernel/text/tsv.ts'

describe('table text of the clipboard', () => {
  it('reads back every block it writes, whatever the cells hold', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('', 'a\tb', '"', 'a\nb', 'a\r\nb', '"x"', 'x"y', '\t'))
    const block = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }))
      .chain(([width, height]) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
          minLength: height,
          maxLength: height,
        }),
      )
      .filter((rows) => rows.length > 1 || rows[0]?.length !== 1)
    fc.assert(
      fc.property(block, (rows) => {
        expect(parseTsv(printTsv(rows))).toEqual(rows)
      }),
    )
  })

  it.each([
    [
      'what Excel writes: a line end after each row',
      'a\tb\r\n1\t2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['lines of another system', 'a\nb\rc', [['a'], ['b'], ['c']]],
    ['a cell of two lines', '"一\n二"\tx', [['一\n二', 'x']]],
    ['doubled quotes', '"说""好"""', [['说"好"']]],
    ['a quote that was not meant as one', '5" 管\t"半', [['5" 管', '"半']]],
    ['a quoted cell that goes on after its quote', '"a"b\tc', [['"a"b', 'c']]],
    ['empty cells at the end', 'a\t\t', [['a', '', '']]],
    ['nothing', '', []],
  ])('reads %s', (_name, text, rows) => expect(parseTsv(text)).toEqual(rows))

  it('writes a single cell as its text alone', () => expect(printTsv([['宣纸']])).toBe('宣纸'))

  it('writes texts into the table, never markup; a cell of several lines stays one cell in Excel', () =>
    expect(printHtmlTable([['<img onerror=x>', 'a\nb']])).toBe(
      '<table><tr><td>&lt;img onerror=x&gt;</td><td>a<br style="mso-data-placement:same-cell">b</td></tr></table>',
    ))

  it('marks codes as texts for Excel, so that 007 keeps its zeros', () =>
    expect(printHtmlTable([['007', '1,200.50']], (column) => column === 0)).toBe(
      `<table><tr><td style='mso-number-format:"\\@"'>007</td><td>1,200.50</td></tr></table>`,
    ))
})
