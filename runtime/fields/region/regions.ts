import { areaList } from '@vant/area-data'
import { matchesSearch } from '#runtime/kernel/text/pinyin.ts'

export interface Region {
  value: string
  label: string
  children?: Region[]
}

const { province_list: provinces, city_list: cities, county_list: counties } = areaList

const below = (list: Record<string, string>, prefix: string): [string, string][] =>
  Object.entries(list).filter(([code]) => code.startsWith(prefix))

let tree: Region[] | undefined

/** Provinces, cities, districts. In a province without cities the districts are its direct children. */
function country(): Region[] {
  tree ??= Object.entries(provinces).map(([value, label]) => ({
    value,
    label,
    children: below(cities, value.slice(0, 2)).map(([city, name]) => ({
      value: city,
      label: name,
      children: below(counties, city.slice(0, 4)).map(([county, text]) => ({ value: county, label: text })),
    })),
  }))
  return tree
}

/** The regions below a region; below 86 the provinces. */
export const regions = (root: string): Region[] =>
  regionPath(root).reduce(
    (level, step) => level.find(({ value }) => value === step)?.children ?? [],
    country(),
  )

/** The codes from the province down to this one; empty if the code is no Chinese region. */
export function regionPath(code: string | null): string[] {
  if (code === null || !/^\d{6}$/.test(code)) return []
  const province = `${code.slice(0, 2)}0000`
  const city = `${code.slice(0, 4)}00`
  if (!Object.hasOwn(provinces, province)) return []
  if (code === province) return [province]
  if (!Object.hasOwn(cities, city)) return []
  if (code === city) return [province, city]
  return Object.hasOwn(counties, code) ? [province, city, code] : []
}

/** A region and all inside it; an unknown code alone. */
export const regionsInside = (code: string): string[] => [
  code,
  ...(regionPath(code).length === 0
    ? []
    : allPaths(regions(code), []).flatMap((path) => path.at(-1)?.value ?? [])),
]

/** The regions without those inside another one of which all are listed. */
export function topRegions(codes: readonly string[]): string[] {
  const listed = new Set(codes)
  const above = (code: string) => regionPath(code).slice(0, -1)
  const whole = new Set(
    [...new Set(codes.flatMap(above))].filter((code) =>
      regionsInside(code).every((inner) => listed.has(inner)),
    ),
  )
  return codes.filter((code) => !above(code).some((outer) => whole.has(outer)))
}

/** The names from the province down to this region; an unknown code as it is. */
export function regionNames(code: string): string[] {
  const names = regionPath(code).map((step) => provinces[step] ?? cities[step] ?? counties[step] ?? step)
  return names.length > 0 ? names : [code]
}

/** 浙江省 / 杭州市 / 西湖区 */
export const regionText = (code: string): string => regionNames(code).join(' / ')

/** Whether a typed text matches a region: the names from the province down, joined or with their separators. */
export const matchesRegion = (typed: string, path: readonly Region[]): boolean =>
  matchesSearch(path.map(({ label }) => label).join(''), typed.replaceAll(/[\s/]/g, ''))

const allPaths = (level: readonly Region[], above: readonly Region[]): Region[][] =>
  level.flatMap((region) => [[...above, region], ...allPaths(region.children ?? [], [...above, region])])

/** The regions that a typed text means: by code, else by their own name, else by the names of their path. */
export function findRegions(root: string, typed: string): { value: string; text: string; path: Region[] }[] {
  const all = allPaths(regions(root), []).map((path) => {
    const { value = '', label = '' } = path.at(-1) ?? {}
    return { value, text: label, path }
  })
  const byCode = all.filter(({ value }) => value === typed)
  if (byCode.length > 0) return byCode
  const byName = all.filter(({ path }) => matchesRegion(typed, path.slice(-1)))
  return byName.length > 0 ? byName : all.filter(({ path }) => matchesRegion(typed, path))
}
