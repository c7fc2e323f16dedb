import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compilePanel, compileRequest, type PanelCard, readRecords } from '#runtime/compile/panel/panel.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import type { SourcedBlock } from '#runtime/record/panel/block-request.ts'
import { chartData, chartPoints } from '#runtime/record/panel/chart-data.ts'
import { formatFigure } from '#runtime/record/panel/figure.ts'
import { requestValue } from '#runtime/record/request-values.ts'
import { envScope } from '#runtime/record/scope.ts'
import type { PanelBlock, PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { libraryCharts } from '#runtime/screens/panel/blocks/chart/library-charts.ts'

const documents = [
  { id: 'stock/in-bill', kind: 'screen' },
  { id: 'report/holdings', kind: 'report', code: 'rp_holdings' },
]
const user = { username: 'a&b', realname: '李' }
const env = { documents, user, params: {}, can: (code: string) => code !== 'no' }
const panel = (blocks: PanelBlock[], columns?: number) =>
  ({ id: 'a/b', title: '看板', blocks, ...(columns ? { columns } : {}) }) as PanelDocument
const figure = (over: object = {}): PanelBlock =>
  ({ type: 'statistic', title: '数', source: { url: '/x' }, value: 'n', ...over }) as PanelBlock
const listTitles = (places: readonly PanelCard[]) =>
  places.map(({ lines }) => lines.map((line) => line.map(({ title }) => title)))
const same = (said: unknown) => said
const block = (over: object): SourcedBlock => figure(over) as SourcedBlock

describe('the layout of a panel', () => {
  it('places adjacent figures side by side as far as they fit', () => {
    const text = { type: 'text', text: '字' } as PanelBlock
    const places = compilePanel(panel([figure(), figure(), text, figure({ span: 20 }), figure()]), env)
    expect(places.map(({ span, lines }) => [span, lines[0]?.length])).toEqual([
      [12, 2],
      [24, 1],
      [20, 1],
      [6, 1],
    ])
  })

  it('omits blocks that the user may not see, by permission code and by source', () => {
    const places = compilePanel(
      panel([
        figure({ needs: 'no' }),
        figure({ source: { screen: 'stock/secret' } }),
        figure({ source: { report: 'rp_secret' } }),
        { type: 'links', links: [{ title: '去', href: '/a', needs: 'no' }] },
        figure({ source: { report: 'rp_holdings' }, title: '看得见' }),
      ]),
      env,
    )
    expect(listTitles(places)).toEqual([[['看得见']]])
  })

  it('places a joined block on the sheet of its predecessor, figures side by side', () => {
    const chart = { type: 'text', title: '图', text: '字' } as PanelBlock
    const [a, b] = ['甲', '乙'].map((title) => figure({ title, joined: true })) as [PanelBlock, PanelBlock]
    expect(listTitles(compilePanel(panel([figure(), chart, a, b]), env))).toEqual([
      [['数']],
      [['图'], ['甲', '乙']],
    ])
    // The sheet of the joined blocks is hidden from the user: they are not placed on another sheet.
    const hidden = { ...chart, needs: 'no' } as PanelBlock
    expect(listTitles(compilePanel(panel([figure(), hidden, a, b]), env))).toEqual([[['数']], [['甲', '乙']]])
  })

  it('contains the sources of entries that the user may see and handle', () => {
    const sources = [
      { screen: 'stock/in-bill', text: 'fbillno' },
      { screen: 'stock/in-bill', text: 'fbillno', needs: 'no' },
      { screen: 'stock/secret', text: 'fbillno' },
    ]
    const of = (said: object[]) =>
      compilePanel(panel([{ type: 'entries', sources: said } as PanelBlock]), env)
    expect(of(sources)[0]?.lines[0]?.[0]).toMatchObject({ sources: [sources[0]] })
    expect(of(sources.slice(1))).toEqual([])
  })
})

it('links of a panel open pages with escaped values of the user, and links of records contain placeholders for the record', () => {
  const links = [{ title: '我的', href: '/a?createBy={user.username}' }]
  const places = compilePanel(
    panel([figure({ href: '/a/b?createBy={user.username}&month={fmonth}' }), { type: 'links', links }]),
    env,
  )
  expect(places.flatMap(({ lines }) => lines.flat())).toMatchObject([
    { href: '/a/b?createBy=a%26b&month={fmonth}' },
    { links: [{ title: '我的', href: '/a?createBy=a%26b' }] },
  ])
})

describe('the request of a block', () => {
  it('loads one record of a list for a count, with the query as conditions', () => {
    const source = { screen: 'stock/in-bill', query: { fstates: '待审核', gone: null } }
    const request = compileRequest(block({ source, value: 'total' }), undefined, fieldValues, same)
    expect(request.url).toBe('/resource/stock/in-bill/list')
    expect(request.params).toMatchObject({ fstates: '待审核', pageNo: 1, pageSize: 1 })
    expect(request.params).not.toHaveProperty('gone')
  })

  it('loads the list that the screen names, in its order', () => {
    const screen = {
      kind: 'screen',
      url: { list: '/sys/user/list' },
      list: { sort: 'fno' },
    } as unknown as ScreenDocument
    const said = {
      type: 'table',
      source: { screen: 'stock/in-bill' },
      fields: ['fno', 'fdate'],
    } as SourcedBlock
    expect(compileRequest(said, screen, fieldValues, same)).toEqual({
      url: '/sys/user/list',
      params: { column: 'fno', order: 'asc', field: 'id,,fno,fdate', pageNo: 1, pageSize: 5 },
    })
  })

  it('loads all rows of a report for a sum', () => {
    const request = compileRequest(
      block({ source: { report: 'rp_holdings' }, statistics: 'sum' }),
      undefined,
      fieldValues,
      same,
    )
    expect(request).toEqual({ url: '/online/cgreport/api/getData/rp_holdings', params: { getAll: true } })
  })
})

describe('the records of an answer', () => {
  it.each([
    [[{ a: 1 }, null], '', { records: [{ a: 1 }], total: 1 }],
    [{ records: [{ a: 1 }], total: '7' }, '', { records: [{ a: 1 }], total: 7 }],
    [{ a: 1 }, '', { records: [{ a: 1 }], total: 1 }],
    [{ data: { rows: [{ a: 1 }] } }, 'data.rows', { records: [{ a: 1 }], total: 1 }],
    [{ data: 1 }, 'data.rows', null],
    ['text', '', null],
    [null, '', null],
    [{}, '__proto__.polluted', null],
  ] as const)('%j by 「%s」 are extracted', (answer, pick, expected) => {
    expect(readRecords(answer, pick)).toEqual(expected)
  })

  it.each([
    [{}, [{ n: '1234567.50' }], '1,234,567.5'],
    [{ scale: 2 }, [{ n: 1234 }], '1,234.00'],
    [{ statistics: 'sum' }, [{ n: '0.1' }, { n: '0.2' }, { n: null }], '0.3'],
    [{ statistics: 'average' }, [{ n: 1 }, { n: 2 }], '1.50'],
    [{}, [{ n: '甲' }], '甲'],
    [{}, [], ''],
    [{ value: 'total' }, [{}], '31'],
    [{ value: 'total' }, [{ total: 5 }], '5'],
  ])('a figure %j of %j is %s', (over, records, expected) => {
    expect(formatFigure(figure(over) as never, { records, total: 31 })).toBe(expected)
  })

  it('show an approximate count when the total was estimated', () => {
    const found = readRecords({ records: [{ id: '1' }], total: 120_000, totalEstimated: true })
    expect(found && formatFigure({ value: 'total' } as never, found)).toBe('约 120,000')
  })
})

describe('a chart', () => {
  const lookup = { text: () => undefined, value: () => undefined, items: () => [] }
  const shown = ['kind', 'n', 'm'].map((key) => ({ key, title: key.toUpperCase() }))
  const records = [
    { kind: '府志', n: '1.1', m: 1 },
    { kind: '县志', n: 5 },
    { kind: '府志', n: '2.2', m: 'x' },
  ]
  const chart = { x: 'kind', y: ['n', 'm', 'hidden'] }
  const points = chartPoints(chart, shown, { records, total: 3 }, lookup)
  const data = chartData(chart, shown, points, lookup)
  const token = { colorPrimary: '#1', colorTextTertiary: '#2', colorTextSecondary: '#3' } as never

  it('combines the records of one name into one point, and omits series of keys that the user may not see', () => {
    expect(data.names).toEqual(['府志', '县志'])
    expect(data.series).toEqual([
      { title: 'N', values: [3.3, 5] },
      { title: 'M', values: [1, null] },
    ])
  })

  it('labels two lines at their ends without a legend, with the second line dashed', () => {
    const option = libraryCharts.line.option(data, token, {}) as {
      legend?: unknown
      series: { lineStyle?: object; endLabel?: object }[]
    }
    expect(option.legend).toBeUndefined()
    expect(option.series[1]).toMatchObject({ lineStyle: { type: 'dashed' }, endLabel: { show: true } })
  })

  it('has a legend for several bars and parts for a pie', () => {
    expect(libraryCharts.bar.option(data, token, {})).toHaveProperty('legend')
    const pie = libraryCharts.pie.option(data, token, {}) as { series: { data: unknown }[] }
    expect(pie.series[0]?.data).toEqual([
      { name: '府志', value: 3.3 },
      { name: '县志', value: 5 },
    ])
  })
})

describe('a sum over a screen', () => {
  const stock = block({ source: { screen: 'stock/stock' }, value: 'fkcnum', statistics: 'sum' })
  const screen = { kind: 'screen', id: 'stock/stock', title: '库存', fields: [] } as unknown as ScreenDocument

  it('is computed by the server over all records', () => {
    expect(compileRequest(stock, screen, fieldValues, same)).toEqual({
      url: '/resource/stock/stock/summary',
      params: { field: 'fkcnum' },
    })
    const records = readRecords({ total: 500, totals: { fkcnum: { sum: 1234.5, average: 2.469 } } })
    const text = (statistics: 'sum' | 'average') =>
      records && formatFigure({ value: 'fkcnum', statistics }, records)
    expect([text('sum'), text('average')]).toEqual(['1,234.5', '2.47'])
  })

  it('is zero as a sum over no records, and nothing as their average', () => {
    const records = readRecords({ total: 0, totals: { fkcnum: { sum: null, average: null } } })
    const text = (statistics: 'sum' | 'average') =>
      records && formatFigure({ value: 'fkcnum', statistics }, records)
    expect([text('sum'), text('average')]).toEqual(['0', ''])
  })

  it('is computed over the listed records when the screen has a route of its own', () => {
    const own = { ...screen, url: { list: '/sys/stock/list' } }
    expect(compileRequest(stock, own, fieldValues, same).url).toBe('/sys/stock/list')
  })
})

describe('the panels of the product', () => {
  const schemas = join(import.meta.dirname, '../../../schemas')
  const read = (file: string) => JSON.parse(readFileSync(join(schemas, file), 'utf8'))
  const panels = (readdirSync(schemas, { recursive: true }) as string[])
    .filter((file) => file.endsWith('.json') && !file.startsWith('$'))
    .map(read)
    .filter(({ kind }) => kind === 'panel') as PanelDocument[]

  it('count the books of this year for the plan of this year', () => {
    const demo = panels.find(({ id }) => id === 'report/chart-demo')
    const plan = demo?.blocks.find(({ title }) => title === '完成今年的入藏计划') as SourcedBlock
    const screen = { ...read('catalog/gazetteer.json'), url: undefined } as ScreenDocument
    const clerk = { ...user, id: '1', orgCode: 'A01' }
    const scope = envScope({ user: clerk, now: new Date(2026, 9, 5), mode: 'detail' })
    const value = (raw: unknown) => requestValue(raw as string, scope)
    expect(compileRequest(plan, screen, fieldValues, value)).toMatchObject({
      url: '/resource/catalog/gazetteer/list',
      params: { createTime_begin: '2026-01-01' },
    })
    expect(plan).toMatchObject({ value: 'total', target: 200 })
  })

  it.each(panels.map((document) => [document.id, document] as const))(
    '%s passes every condition of a block to the list that the block opens',
    (_id, document) => {
      const lost = document.blocks.flatMap((entry) => {
        const { source, href } = entry as { source?: { screen?: string; query?: object }; href?: string }
        if (!source?.screen || !href) return []
        const passed = new URLSearchParams(href.split('?')[1])
        return Object.keys(source.query ?? {}).filter((key) => !passed.has(key))
      })
      expect(lost).toEqual([])
    },
  )
})
