import { describe, expect, it } from 'vitest'
import { describeTrend, planTrend } from '#runtime/screens/panel/blocks/chart/trend/trend-plan.ts'
import {
  computeScale,
  cut,
  listLabels,
  measureWidth,
  spreadApart,
} from '#runtime/screens/panel/blocks/chart/trend/trend-scale.ts'

const names = (count: number) => Array.from({ length: count }, (_, at) => `2025-${10 + at}`)
const trend = (...all: (number | null)[][]) => ({
  names: names(all[0]?.length ?? 0),
  series: all.map((values, index) => ({ title: ['今年', '去年', '前年'][index] ?? '', values })),
})

describe('the scale of a trend', () => {
  it.each([
    [
      [62, 126, null],
      [0, 50, 100, 150],
    ],
    [
      [0, 0],
      [0, 1],
    ],
    [[], [0, 1]],
    [
      [1, 2],
      [0, 1, 2],
    ],
    [
      [-30, 50],
      [-40, -20, 0, 20, 40, 60],
    ],
    [
      [-3, -1],
      [-3, -2, -1, 0],
    ],
    [
      [0.1, 0.3],
      [0, 0.1, 0.2, 0.3],
    ],
    [
      [1_000_000, 1],
      [0, 500_000, 1_000_000],
    ],
  ])('of %j has round numbers around it: %j', (values, ticks) => {
    expect(computeScale(values)).toEqual({ from: ticks[0], to: ticks.at(-1), ticks })
  })

  it('is finite for the largest numbers', () => {
    expect(computeScale([Number.MAX_VALUE, -Number.MAX_VALUE]).ticks.length).toBeLessThan(10)
  })
})

describe('the labels under a trend', () => {
  const xs = (count: number, width: number) =>
    Array.from({ length: count }, (_, at) => (at / (count - 1)) * width)

  it.each([[320], [600], [1200]])('do not overlap in %d px, and include the last one', (width) => {
    for (const count of [2, 7, 12, 31, 200]) {
      const labels = listLabels(names(count), xs(count, width), width)
      expect(labels.at(-1)?.text).toBe(names(count).at(-1))
      for (const [at, { x, text }] of labels.entries()) {
        const before = labels[at - 1]
        if (before)
          expect(x - measureWidth(text) / 2).toBeGreaterThan(before.x + measureWidth(before.text) / 2)
        expect(x - measureWidth(text) / 2).toBeGreaterThanOrEqual(0)
        expect(x + measureWidth(text) / 2).toBeLessThanOrEqual(width)
      }
    }
  })

  it('are all shown when there is enough space', () => {
    expect(listLabels(names(7), xs(7, 800), 800)).toHaveLength(7)
  })

  it('are shortened when one label alone is too wide', () => {
    expect(cut('库房', 40)).toBe('库房')
    expect(cut('一个很长的名称', 40)).toBe('一个…')
  })
})

it('labels of lines are spread apart, stay inside, and keep their position when it is free', () => {
  const wanted = (...heights: number[]) => heights.map((y) => ({ y, room: 20 }))
  expect(spreadApart(wanted(30, 80), { from: 0, to: 100 })).toEqual([30, 80])
  expect(spreadApart(wanted(50, 50), { from: 0, to: 100 })).toEqual([50, 70])
  expect(spreadApart(wanted(99, 95), { from: 0, to: 100 })).toEqual([90, 70])
})

describe('a trend', () => {
  it('draws an area down to zero under its own line, and no area under compared lines', () => {
    const plan = planTrend(trend([0, 10], [10, 0]), 400, 200)
    const [own, other] = plan.lines
    expect(own?.path).toBe(`M${plan.left} 168L${plan.right} 16`)
    expect(own?.area).toBe(`${own?.path}V168H${plan.left}Z`)
    expect(other).toMatchObject({ area: '', end: { title: '去年', value: ' 0' } })
  })

  it('draws its area above and below the zero line', () => {
    const plan = planTrend(trend([-10, 10]), 400, 200)
    const nothing = plan.ticks.find(({ text }) => text === '0')?.y
    expect(nothing).toBeLessThan(168)
    expect(plan.lines[0]?.area).toContain(`V${nothing}H`)
  })

  it('has a gap at a missing value, and a dot for a single value', () => {
    const [own] = planTrend(trend([1, 2, null, 3, null]), 400, 200).lines
    expect(own?.path.match(/M/g)).toHaveLength(1)
    expect(own?.dots).toHaveLength(1)
    expect(own?.end?.value).toBe(' 3')
  })

  it('of one point is a dot in the middle', () => {
    const plan = planTrend(trend([10]), 400, 200)
    expect(plan.lines[0]).toMatchObject({
      path: '',
      area: '',
      dots: [{ x: (plan.left + plan.right) / 2, y: plan.ticks.at(-1)?.y }],
    })
  })

  it('of zeros is on the zero line', () => {
    const plan = planTrend(trend([0, 0]), 400, 200)
    expect(plan.lines[0]?.path).toBe(`M${plan.left} 168L${plan.right} 168`)
  })

  it('shows no name for a line without values', () => {
    expect(planTrend(trend([1, 2], [null, null]), 400, 200).lines[1]).toMatchObject({ path: '', end: null })
  })

  it.each([
    ['访问次数', 1],
    ['一个很长很长的名称', 12_345_678],
  ])('shows the name %s and its value on one line inside the drawing, on a phone too', (title, value) => {
    for (const width of [358, 800]) {
      const plan = planTrend({ names: names(3), series: [{ title, values: [0, 1, value] }] }, width, 210)
      const end = plan.lines[0]?.end
      const text = `${end?.title}${end?.value}`
      expect((end?.x ?? width) + measureWidth(text)).toBeLessThanOrEqual(width)
      expect(plan.right - plan.left).toBeGreaterThan(width * 0.3)
    }
  })

  it('is described by its first, last and highest value', () => {
    expect(describeTrend('访问', trend([3, 1200, 7], [null, null, null]))).toBe(
      '访问：今年从 2025-10 的 3 到 2025-12 的 7，最高是 2025-11 的 1,200',
    )
    expect(describeTrend('', trend([1]))).toBe('今年从 2025-10 的 1 到 2025-10 的 1，最高是 2025-10 的 1')
  })
})
