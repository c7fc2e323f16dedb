import { useMemo } from 'react'
import { compileDetailList } from '#runtime/compile/list/detail-list.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { newRow } from '#runtime/record/formulas/defaults.ts'
import { detailTableScreen } from '#runtime/schema/compose/sub-screen.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { DetailField, ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useList } from '../list-kit/useList.ts'
import { useLocalLocation } from '../list-kit/useListLocation.ts'
import { PartList } from './PartList.tsx'
import { SelectFirst } from './SelectFirst.tsx'
import type { Master } from './useErp.ts'

interface Props {
  detail: DetailField
  of: ScreenDocument
  master: Master | null
}

/** The rows of one detail table of the selected record. */
export function DetailList({ detail, of, master }: Props) {
  const types = useFieldTypes()
  const { can, user, lookup } = useServices()
  const id = master?.row.id ?? ''
  const frozen = master?.frozen ?? false
  const screen = useMemo(
    () => detailTableScreen(of, detail, { master: id, frozen }),
    [of, detail, id, frozen],
  )
  const plan = useMemo(() => compileDetailList(screen, { types, can, user }), [screen, types, can, user])
  const affects = useMemo(() => [of.id], [of.id])
  const list = useList(plan, useLocalLocation(plan), { enabled: master !== null, affects })
  // Values that a new row takes from its record; its own defaults are added later.
  const defaults = useMemo(() => {
    const env = { user: { ...user }, now: new Date(), mode: 'add' as const, lookup, types }
    return master && newRow(of, detail, env, { head: master.row, types })
  }, [of, detail, user, master, lookup, types])
  return (
    <PartList
      screen={screen}
      list={list}
      master={master ?? undefined}
      defaults={defaults ?? undefined}
      idle={master ? null : <SelectFirst title={getTitle(detail)} />}
    />
  )
}
