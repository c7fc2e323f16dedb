import { Tabs } from 'antd'
import { useMemo } from 'react'
import { screenDictionaries } from '#runtime/compile/screen-dictionaries.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { ListBody, ListPages, ListRows } from '../list-kit/parts/ListBody.tsx'
import { ListForms } from '../list-kit/parts/ListForms.tsx'
import { ListConditions, ListQuery } from '../list-kit/parts/ListQuery.tsx'
import { ListHeading, ListSheet } from '../list-kit/parts/ListSheet.tsx'
import { ListPhoneBar, ListToolbar } from '../list-kit/parts/ListToolbar.tsx'
import { ListContext } from '../list-kit/parts/list-context.tsx'
import { DetailList } from './DetailList.tsx'
import { PaneList } from './PaneList.tsx'
import { type DetailTab, useErp } from './useErp.ts'
import './erp.css'

/** Records above; below, in tabs, the rows and records that belong to the selected one. */
export function ErpScreen({ screen }: { screen: ScreenDocument }) {
  const { head, list, master, parts, part, choosePart } = useErp(screen)
  const types = useFieldTypes()
  const needs = useMemo(() => screenDictionaries(screen, types), [screen, types])
  const narrow = useNarrow()
  const isPage = list.state.form !== undefined && screen.form?.open === 'page'
  return (
    <Dictionaries codes={needs}>
      <div className="pro-erp" data-narrow={narrow || undefined} data-page={isPage || undefined}>
        <ListContext screen={head} list={list}>
          <ListSheet>
            <ListHeading />
            <ListQuery />
            <ListToolbar isSteady />
            <ListConditions />
            <ListBody>
              <ListRows isSteady />
            </ListBody>
            <ListPages />
            <ListPhoneBar />
          </ListSheet>
          <ListForms />
        </ListContext>
        {!isPage && part && (
          <Tabs
            className="pro-erp-parts"
            activeKey={part.key}
            onChange={choosePart}
            destroyOnHidden
            items={parts.map((item) => ({
              key: item.key,
              label: titleOfPart(item),
              children:
                'pane' in item ? (
                  <PaneList key={master?.row.id} pane={item.pane} of={screen} master={master} />
                ) : (
                  <DetailList key={master?.row.id} detail={item.detail} of={screen} master={master} />
                ),
            }))}
          />
        )}
      </div>
    </Dictionaries>
  )
}

const titleOfPart = (part: DetailTab): string => ('pane' in part ? part.pane.title : getTitle(part.detail))
