import type { QueryControlProps } from '../../contract/contract.ts'
import { splitValues } from '../kit/joined-values.ts'
import { useQueryParam } from '../kit/query/useQueryParam.ts'
import { PcaControl } from './PcaControl.tsx'
import { regionsInside, topRegions } from './regions.ts'
import { regionOfPrefix, regionPrefix } from './values.ts'

/**
 * With the rule `right_like` a province or city finds everything inside it: the trailing zeros of its code are
 * removed. So does `in`, which names the chosen regions and all inside them.
 */
export function PcaQuery(props: QueryControlProps) {
  const { rule, filterValues, setFilterValues } = useQueryParam(props)
  const isPrefix = rule === 'right_like'
  const isList = rule === 'in'
  const codes = isList ? topRegions(filterValues) : filterValues.slice(0, 1)
  const write = (code: string) => (isList ? regionsInside(code) : [isPrefix ? regionPrefix(code) : code])
  return (
    <PcaControl
      id={props.id}
      field={{ ...props.field, multi: isList }}
      value={codes.map((code) => (isPrefix ? regionOfPrefix(code) : code)).join(',') || null}
      onChange={(chosen) => setFilterValues(splitValues(chosen).flatMap(write))}
      values={{}}
      patch={() => {}}
    />
  )
}
