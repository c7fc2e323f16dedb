import { areaList } from '@vant/area-data'

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

/** 浙江省 / 杭州市 / 西湖区; an unknown code as it is. */
export function regionText(code: string): string {
  const names = regionPath(code).map((step) => provinces[step] ?? cities[step] ?? counties[step])
  return names.length > 0 ? names.join(' / ') : code
}
