import { toBig } from '#runtime/kernel/decimal.ts'
import type { ChartData } from '../chart-data.ts'
import type { District } from './geo-map.ts'

/** What belongs to a district: the sum of its values, and the stored values by which they were found. */
export interface DistrictValue {
  sum: number
  keys: readonly unknown[]
}

export interface DistrictValues {
  /** Of the districts that have any. */
  values: ReadonlyMap<District, DistrictValue>
  /** What belongs to no district, with its positions. */
  elsewhere: readonly { name: string; value: number; at: number }[]
}

/** The name as people write it, without the kind of district at its end. */
const shortName = (name: string): string => name.replace(/(?<=..)(市|地区|县|区)$/, '')

/** Finds the district of a stored code of a region, or of a text that names it; the smallest one that fits. */
function districtFinder(districts: readonly District[]) {
  const byLength = (length: (district: District) => number) =>
    [...districts].sort((a, b) => length(b) - length(a))
  const coded = byLength(({ prefix }) => prefix.length).filter(({ prefix }) => prefix !== '')
  const named = byLength(({ name }) => name.length)
  return (key: unknown, name: string): District | undefined => {
    const code = String(key)
    const isCode = /^\d{6}/.test(code)
    return (
      (isCode ? coded.find(({ prefix }) => code.startsWith(prefix)) : undefined) ??
      named.find((district) => name.includes(shortName(district.name)))
    )
  }
}

/** The sum of two decimals. */
export const addDecimals = (sum: number, value: number): number => toBig(sum)?.plus(value).toNumber() ?? value

/** What the first value of a chart adds up to in each district. */
export function addDistricts(
  { names, keys, series: [first] }: ChartData,
  districts: readonly District[],
): DistrictValues {
  const find = districtFinder(districts)
  const values = new Map<District, DistrictValue>()
  const elsewhere: DistrictValues['elsewhere'][number][] = []
  for (const [at, name] of names.entries()) {
    const value = first?.values[at] ?? null
    if (value === null) continue
    const district = find(keys?.[at], name)
    if (!district) {
      elsewhere.push({ name, value, at })
      continue
    }
    const before = values.get(district)
    values.set(district, {
      sum: addDecimals(before?.sum ?? 0, value),
      keys: [...(before?.keys ?? []), keys?.[at]],
    })
  }
  return { values, elsewhere }
}
