import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { chartCsv } from '#runtime/record/panel/chart-csv.ts'
import { chartData, chartPoints } from '#runtime/record/panel/chart-data.ts'
import { addDistricts } from '#runtime/record/panel/map/district-values.ts'
import { type GeoMap, readGeoMap } from '#runtime/record/panel/map/geo-map.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import { chartTypes } from '#runtime/schema/kinds/panel/blocks/chart/charts.ts'
import { libraryCharts } from '#runtime/screens/panel/blocks/chart/library-charts.ts'
import { DistrictMap } from '#runtime/screens/panel/blocks/chart/map/DistrictMap.tsx'
import zhejiang from '#runtime/screens/panel/blocks/chart/map/zhejiang.json' with { type: 'json' }
import { ownCharts } from '#runtime/screens/panel/blocks/chart/own-charts.ts'

const token = { colorPrimary: '#1' } as never
const open = async (kind: keyof typeof libraryCharts) => {
  const found = libraryCharts[kind]
  return typeof found === 'function' ? await found() : found
}
const optionAt = async (kind: keyof typeof libraryCharts, data: Parameters<typeof chartCsv>[0]) =>
  (await open(kind)).option(data, token, {}) as {
    series: { type: string; data: { name: string; value: unknown }[]; sampling?: string; large?: boolean }[]
    radar: { indicator: { name: string; max: number }[] }
  }
const values = (names: string[], ...numbers: (number | null)[]) => ({
  names,
  series: [{ title: '种数', values: numbers }],
})

it('every kind of charts is drawn by the library, or by a component of its own', () => {
  const drawn = [...Object.keys(libraryCharts), ...Object.keys(ownCharts)].sort()
  expect(drawn).toEqual(chartTypes.map(({ name }) => name).sort())
})

describe('groups', () => {
  const shown = ['kind', 'age', 'n'].map((key) => ({ key, title: key }))
  const records = [
    { kind: '府志', age: '清', n: 2 },
    { kind: '县志', age: '明', n: 1 },
    { kind: '府志', age: '清', n: 3 },
    { kind: '县志', age: '清', n: '0.5' },
  ]
  const chart = { x: 'kind', by: 'age', y: ['n'] }
  const points = chartPoints(chart, shown, { records, total: 4 }, noLookup)

  it('are series of their own, with what belongs to the same group and name added up', () => {
    expect(points.total).toBe(3)
    expect(chartData(chart, shown, points, noLookup)).toEqual({
      names: ['府志', '县志'],
      keys: ['府志', '县志'],
      series: [
        { title: '清', values: [5, 0.5] },
        { title: '明', values: [null, 1] },
      ],
    })
  })

  it('are not drawn for users who may not see their field', () => {
    const visible = shown.filter(({ key }) => key !== 'age')
    expect(chartData(chart, visible, points, noLookup).series).toEqual([])
  })
})

const square = (west: number, south: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + 1, south],
      [west + 1, south + 1],
      [west, south + 1],
      [west, south],
    ],
  ],
})
const feature = (name: string, adcode: number, geometry: object = square(120, 30)) => ({
  type: 'Feature',
  properties: { name, adcode },
  geometry,
})
const collection = (...features: object[]) => ({ type: 'FeatureCollection', features })

describe('a map', () => {
  const sums = (data: Parameters<typeof addDistricts>[0], map: unknown) => {
    const { values, elsewhere } = addDistricts(data, (readGeoMap(map) as GeoMap).districts)
    return { sums: Object.fromEntries([...values].map(([{ name }, { sum }]) => [name, sum])), elsewhere }
  }

  it('adds up the codes and the names of a district, and lists what belongs to none', () => {
    const data = {
      ...values(['330106', '浙江省/绍兴市', '330600', '330000'], 2, 3, 4, 5),
      keys: ['330106', null, '330600', '330000'],
    }
    expect(sums(data, zhejiang)).toEqual({
      sums: { 杭州: 2, 绍兴: 7 },
      elsewhere: [{ name: '330000', value: 5, at: 3 }],
    })
  })

  it('adds up decimals without the errors of binary numbers', () => {
    const data = {
      ...values(['330106', '330110', '甲', '乙'], 0.1, 0.2, 0.7, 0.1),
      keys: ['330106', '330110', '甲', '乙'],
    }
    expect(sums(data, zhejiang).sums).toEqual({ 杭州: 0.3 })
    const drawn = renderToStaticMarkup(createElement(DistrictMap, { title: '图', data }))
    expect(drawn).toContain('另有 0.8 不在图上')
  })

  it('of counties has the smallest district that a code fits, by its code or its full name', () => {
    const map = collection(feature('杭州市', 330100), feature('西湖区', 330106))
    const data = { ...values(['330106', '330105', '西湖区'], 1, 2, 4), keys: ['330106', '330105', '西湖区'] }
    expect(sums(data, map).sums).toEqual({ 西湖区: 5, 杭州市: 2 })
  })

  it('draws degrees of longitude shorter than those of latitude, and the middle inside', () => {
    const { width, height, districts } = readGeoMap(collection(feature('方', 1, square(120, 59.5)))) as GeoMap
    // At 60 degrees a degree of longitude is half as long.
    expect(Math.round((height / width) * 10)).toBe(20)
    expect(districts[0]?.middle.map(Math.round)).toEqual([width / 2, Math.round((height - 1) / 2)])
  })

  it.each([
    ['text', '不是 GeoJSON'],
    [{ type: 'FeatureCollection', features: [] }, '1 到 1000 个区域'],
    [collection(...Array.from({ length: 1001 }, () => feature('甲', 1))), '这里有 1001 个'],
    [collection(feature('甲', 1), { properties: { name: '乙' }, geometry: null }), '第 2 个区域'],
    [collection(feature('甲', 1, { type: 'Point', coordinates: [1, 2] })), '第 1 个区域'],
    [collection(feature('甲', 1, square(500, 30))), '第 1 个区域'],
    [
      collection(
        feature('甲', 1, {
          type: 'Polygon',
          coordinates: [Array.from({ length: 50_001 }, () => [120, 30])],
        }),
      ),
      '50001 个点',
    ],
  ])('refuses what is no map of districts: %#', (value, text) => {
    expect(readGeoMap(value)).toEqual({ fault: expect.stringContaining(text) })
  })

  it('marks the districts whose values are all among those of the filter', () => {
    const data = { ...values(['330106', '330110', '330203'], 1, 2, 4), keys: ['330106', '330110', '330203'] }
    const selection = { value: '330100,330102,330106,330110', toggle: () => {} }
    const drawn = renderToStaticMarkup(createElement(DistrictMap, { title: '图', data, selection }))
    expect(drawn).toContain('aria-pressed="true" aria-label="杭州 3"')
    expect(drawn).toContain('aria-pressed="false" aria-label="宁波 4"')
    expect(drawn).not.toContain('330102')
  })

  it('without values is drawn, and says so', () => {
    const drawn = renderToStaticMarkup(
      createElement(DistrictMap, { title: '图', data: values(['330600'], null) }),
    )
    expect(drawn).toContain('杭州')
    expect(drawn).toContain('<small>暂无数据</small>')
  })

  it('names the districts that it does not have', () => {
    const data = { ...values(['330100', '火星', ''], 1, 2, 3), keys: ['330100', '火星', null] }
    const drawn = renderToStaticMarkup(createElement(DistrictMap, { title: '图', data }))
    expect(drawn).toContain('另有 5 不在图上：火星、（空）')
  })

  it('chooses the stored values of a district', () => {
    const data = { ...values(['330106', '330108'], 1, 2), keys: ['330106', '330108'] }
    const drawn = renderToStaticMarkup(
      createElement(DistrictMap, {
        title: '图',
        data,
        selection: { value: '330106,330108', toggle: () => {} },
      }),
    )
    expect(drawn.match(/role="button"/g)).toHaveLength(1)
    expect(drawn).toContain('aria-pressed="true" aria-label="杭州 3"')
  })
})

it('the cells of a heat map follow each other by rows, so that a click finds the name', async () => {
  const data = { names: ['甲', '乙'], series: [1, 2].map((n) => ({ title: `${n}`, values: [n, null] })) }
  const { series } = await optionAt('heat', data)
  expect(series[0]?.data.map(({ value }) => value)).toEqual([
    [0, 0, 1],
    [1, 0, '-'],
    [0, 1, 2],
    [1, 1, '-'],
  ])
})

it('all axes of a radar end at the largest value, also where all are zero', async () => {
  expect((await optionAt('radar', values(['甲', '乙'], 3, 7))).radar.indicator).toEqual([
    { name: '甲', max: 7 },
    { name: '乙', max: 7 },
  ])
  expect((await optionAt('radar', values(['甲'], 0))).radar.indicator[0]?.max).toBe(1)
})

it('of ten thousand points a chart draws those that shape it', async () => {
  const many = values(
    Array.from({ length: 10_000 }, (_, at) => `${at}`),
    ...Array.from({ length: 10_000 }, (_, at) => at % 97),
  )
  expect((await optionAt('line', many)).series[0]?.sampling).toBe('lttb')
  expect((await optionAt('bar', many)).series[0]?.large).toBe(true)
  expect((await optionAt('line', values(['甲'], 1))).series[0]?.sampling).toBeUndefined()
})

it('the file of a chart keeps texts that a spreadsheet would compute as texts', () => {
  expect(chartCsv(values(['=1+1', '甲,"乙"'], 1.5, null), '名称')).toBe(
    '\uFEFF名称,种数\r\n\'=1+1,1.5\r\n"甲,""乙""",\r\n',
  )
})
