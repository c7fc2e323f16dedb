import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, Fragment, useMemo } from 'react'
import { storedAddress } from '#runtime/fields/kit/files/paths.ts'
import { splitValues } from '#runtime/fields/kit/joined-values.ts'
import { formatNumber } from '#runtime/kernel/decimal.ts'
import {
  addDecimals,
  addDistricts,
  type DistrictValue,
  type DistrictValues,
} from '#runtime/record/panel/map/district-values.ts'
import { type District, type GeoMap, readGeoMap } from '#runtime/record/panel/map/geo-map.ts'
import { useServices } from '#runtime/services/services.tsx'
import { pressKeys } from '#runtime/ui/commands/press-keys.ts'
import { BlockFailure, BlockWait } from '../../../BlockFrame.tsx'
import type { Selection } from '../../../useSelection.ts'
import { Chosen } from '../Chosen.tsx'
import type { OwnChartProps } from '../own-chart.ts'
import zhejiang from './zhejiang.json' with { type: 'json' }

const province = readGeoMap(zhejiang)

/** The shades of the smallest and the largest value; names stay readable on both. */
const PALEST = 0.12
const DEEPEST = 0.75
/** Districts above which their names would overlap; each one says its name to the pointer. */
const MAX_NAMES = 40
const MAX_UNKNOWN = 5

/** The map of the document, else the cities of the province as a scheme: who borders on whom, not where a border runs. */
export function DistrictMap({ map, ...props }: OwnChartProps) {
  return map === undefined ? <Districts map={province} {...props} /> : <StoredMap file={map} {...props} />
}

/** A map of an uploaded file. */
function StoredMap({ file, ...props }: Omit<OwnChartProps, 'map'> & { file: string }) {
  const { http } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ['panel-map', file],
    queryFn: async ({ signal }) => {
      const { blob } = await http.download(storedAddress(file), undefined, signal)
      return readGeoMap(parse(await blob.text()))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <BlockFailure error={error} retry={() => void refetch()} />
  return data ? <Districts map={data} {...props} /> : <BlockWait isLate />
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

interface Props extends Omit<OwnChartProps, 'map'> {
  map: ReturnType<typeof readGeoMap>
}

function Districts({ map, ...props }: Props) {
  if ('fault' in map) return <p className="pro-block-none">{map.fault}</p>
  return <DrawnMap map={map} {...props} />
}

/** The districts, the darker the larger the first value; each says its name and value, and chooses its values. */
function DrawnMap({ map, title, data, selection, drawName }: Omit<OwnChartProps, 'map'> & { map: GeoMap }) {
  const { values, elsewhere } = useMemo(() => addDistricts(data, map.districts), [data, map])
  const most = Math.max(0, ...[...values.values()].map(({ sum }) => sum))
  const selected = new Set(splitValues(selection?.value ?? ''))
  const isChosen = ({ keys }: DistrictValue) => keys.every((key) => selected.has(String(key)))
  const chosen = [...values].flatMap(([{ name }, value]) => (isChosen(value) ? [name] : []))
  const isNamed = map.districts.length <= MAX_NAMES
  return (
    <div className="pro-chart pro-map">
      {selection?.value && (
        <Chosen
          text={chosen.join('、') || selection.value}
          onClear={() => selection.toggle(selection.value)}
        />
      )}
      <svg
        viewBox={`0 0 ${map.width} ${map.height}`}
        role={selection ? 'group' : 'img'}
        aria-label={selection ? title : `${title}：${listTexts(values)}`}
      >
        {map.districts.map((district) => {
          const value = values.get(district)
          const shade = value && most > 0 ? PALEST + (DEEPEST - PALEST) * (Math.max(value.sum, 0) / most) : 0
          return (
            <g
              key={district.prefix + district.name}
              {...(selection && value && chooser(district, value, selection, isChosen(value)))}
            >
              <title>{nameDistrict(district, value)}</title>
              <path d={district.path} style={{ '--shade': shade } as CSSProperties} />
              {isNamed && <Name district={district} value={value} />}
            </g>
          )
        })}
      </svg>
      <Rest values={values} elsewhere={elsewhere} drawName={drawName} />
    </div>
  )
}

const Name = ({ district, value }: { district: District; value: DistrictValue | undefined }) => {
  const [x, y] = district.middle
  return (
    <>
      <text x={x} y={y} textAnchor="middle">
        {district.name}
      </text>
      {value && (
        <text className="pro-num" x={x} y={y} dy="1.3em" textAnchor="middle">
          {formatNumber(value.sum)}
        </text>
      )}
    </>
  )
}

const nameDistrict = ({ name }: District, value: DistrictValue | undefined): string =>
  value ? `${name} ${formatNumber(value.sum)}` : `${name} 暂无数据`

/** A district with values as a button: several stored values are separated by commas, as a filter for several has them. */
function chooser(district: District, value: DistrictValue, selection: Selection, isChosen: boolean) {
  const press = () => selection.toggle(value.keys.join(','))
  return {
    role: 'button',
    tabIndex: 0,
    'aria-pressed': isChosen,
    'aria-label': nameDistrict(district, value),
    'data-pale': (selection.value !== '' && !isChosen) || undefined,
    onClick: press,
    onKeyDown: pressKeys(press),
  }
}

/** What the map does not draw: no values at all, or those of unknown names. */
function Rest({ values, elsewhere, drawName }: DistrictValues & Pick<OwnChartProps, 'drawName'>) {
  if (elsewhere.length === 0) return values.size === 0 ? <small>暂无数据</small> : null
  const sum = elsewhere.reduce((all, { value }) => addDecimals(all, value), 0)
  const more = elsewhere.length > MAX_UNKNOWN ? `等 ${elsewhere.length} 个` : ''
  return (
    <small>
      另有 {formatNumber(sum)} 不在图上：
      {elsewhere.slice(0, MAX_UNKNOWN).map(({ name, at: place }, at) => (
        <Fragment key={place}>
          {at > 0 && '、'}
          {drawName?.(place) ?? (name || '（空）')}
        </Fragment>
      ))}
      {more}
    </small>
  )
}

/** The values in words, for screen readers. */
const listTexts = (values: DistrictValues['values']): string =>
  values.size === 0
    ? '暂无数据'
    : [...values].map(([{ name }, { sum }]) => `${name} ${formatNumber(sum)}`).join('，')
