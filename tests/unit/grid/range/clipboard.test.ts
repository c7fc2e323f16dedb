// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { readClipboard } from '#runtime/grid/clipboard/read.ts'

const given = (parts: Record<string, string>) =>
  readClipboard({ getData: (kind: string) => parts[kind] ?? '' } as DataTransfer)

describe('the clipboard', () => {
  it('is read as table text, quoted as by Excel and WPS, when it contains text', () =>
    expect(
      given({ 'text/plain': '甲\t"一\r\n二"\r\n', 'text/html': '<table><tr><td>乙</td></tr></table>' }),
    ).toEqual([['甲', '一\r\n二']]))

  it('is read from the first table of its HTML when it has no text, with empty cells under a spanning cell', () =>
    expect(
      given({
        'text/html': `<html><body><!--StartFragment--><table>
          <tr><td rowspan="2">甲</td><td colspan="2">一 <b>二</b></td><td>1,200</td></tr>
          <tr><td>a<br>b</td><td><p>c</p><p>d</p></td><td></td></tr></table></body></html>`,
      }),
    ).toEqual([
      ['甲', '一 二', '', '1,200'],
      ['', 'a\nb', 'c\nd', ''],
    ]))

  it('shows by an exponent that a spreadsheet has lost digits, and leaves the texts of others alone', () => {
    const text = '110101199001011000\t110101199001011034\t000000000000000000'
    const html = '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table></table></html>'
    expect(given({ 'text/plain': text, 'text/html': html })).toEqual([
      ['1.10101199001011E+17', '110101199001011034', '000000000000000000'],
    ])
    expect(given({ 'text/plain': text })).toEqual([text.split('\t')])
  })

  it('is empty without text and table', () => expect(given({ 'text/html': '<p>甲</p>' })).toEqual([]))
})
