import { isJsonObject, listObjects } from '#runtime/kernel/json.ts'

/** A district of a map, drawn in its view. */
export interface District {
  name: string
  /** Its code without the zeros at the end, with which the codes inside begin; '' without a code. */
  prefix: string
  /** The outline as the path of a drawing. */
  path: string
  /** The middle of its largest part. */
  middle: Position
}

export interface GeoMap {
  width: number
  height: number
  districts: readonly District[]
}

type Position = readonly [x: number, y: number]
type Ring = readonly Position[]

export const MAX_DISTRICTS = 1000
export const MAX_POSITIONS = 50_000

const WIDTH = 560
const MARGIN = 8

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) &&
  value.length >= 2 &&
  typeof value[0] === 'number' &&
  typeof value[1] === 'number' &&
  Math.abs(value[0]) <= 180 &&
  Math.abs(value[1]) <= 90

const isRing = (value: unknown): value is Ring =>
  Array.isArray(value) && value.length >= 4 && value.every(isPosition)

/** The rings of a polygon or of several; null for any other geometry. */
function readRings(geometry: unknown): Ring[] | null {
  if (!isJsonObject(geometry) || !Array.isArray(geometry.coordinates)) return null
  const { type, coordinates } = geometry
  const rings: unknown[] =
    type === 'Polygon' ? coordinates : type === 'MultiPolygon' ? coordinates.flat() : []
  return rings.length > 0 && rings.every(isRing) ? rings : null
}

/** Why a file is no map of districts, as the block says it. */
type Fault = { fault: string }

/** Reads the districts of a GeoJSON: a FeatureCollection of polygons with `name` and perhaps `adcode`. */
export function readGeoMap(value: unknown): GeoMap | Fault {
  if (!isJsonObject(value) || value.type !== 'FeatureCollection' || !Array.isArray(value.features))
    return { fault: '地图文件不是 GeoJSON 的 FeatureCollection' }
  const features = listObjects(value.features)
  if (features.length === 0 || features.length > MAX_DISTRICTS)
    return { fault: `地图文件要有 1 到 ${MAX_DISTRICTS} 个区域，这里有 ${value.features.length} 个` }
  const read = features.map(({ properties, geometry }) => {
    const { name, adcode } = isJsonObject(properties) ? properties : {}
    return { name: String(name ?? ''), code: String(adcode ?? ''), rings: readRings(geometry) ?? [] }
  })
  const wrong = read.findIndex(({ name, rings }) => name === '' || rings.length === 0)
  if (wrong >= 0 || features.length < value.features.length)
    return { fault: `地图文件的第 ${Math.max(wrong, 0) + 1} 个区域没有名称（name）或不是多边形` }
  const count = read.reduce((sum, { rings }) => sum + rings.reduce((all, ring) => all + ring.length, 0), 0)
  if (count > MAX_POSITIONS) return { fault: `地图文件有 ${count} 个点，最多 ${MAX_POSITIONS} 个，请先简化` }
  return project(read)
}

/** Draws the rings in one view: degrees are as long as they are in the middle of the map. */
function project(read: readonly { name: string; code: string; rings: Ring[] }[]): GeoMap {
  const all = read.flatMap(({ rings }) => rings.flat())
  const [west, east] = findRange(all.map(([x]) => x))
  const [south, north] = findRange(all.map(([, y]) => y))
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const scale = (WIDTH - 2 * MARGIN) / Math.max((east - west) * narrowing, 1e-6)
  const place = ([x, y]: Position): Position => [
    round(MARGIN + (x - west) * narrowing * scale),
    round(MARGIN + (north - y) * scale),
  ]
  const districts = read.map(({ name, code, rings }): District => {
    const drawn = rings.map((ring) => ring.map(place))
    return {
      name,
      prefix: code.replace(/(00){1,2}$/, ''),
      path: drawn.map((ring) => `M${ring.map((point) => point.join(' ')).join('L')}Z`).join(''),
      middle: findMiddle(drawn),
    }
  })
  return { width: WIDTH, height: Math.ceil(2 * MARGIN + (north - south) * scale), districts }
}

const round = (number: number): number => Math.round(number * 10) / 10

const findRange = (numbers: readonly number[]): [number, number] =>
  numbers.reduce<[number, number]>(
    ([low, high], number) => [Math.min(low, number), Math.max(high, number)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )

/** The centroid of the ring with the largest area. */
function findMiddle(rings: readonly Ring[]): Position {
  const measured = rings.map((ring) => {
    let [area, x, y] = [0, 0, 0]
    for (const [at, [x1, y1]] of ring.entries()) {
      const [x2, y2] = ring[(at + 1) % ring.length] ?? [x1, y1]
      const cross = x1 * y2 - x2 * y1
      area += cross
      x += (x1 + x2) * cross
      y += (y1 + y2) * cross
    }
    const middle: Position = area === 0 ? (ring[0] ?? [0, 0]) : [round(x / (3 * area)), round(y / (3 * area))]
    return { middle, area: Math.abs(area) }
  })
  return measured.reduce((best, ring) => (ring.area > best.area ? ring : best)).middle
}
