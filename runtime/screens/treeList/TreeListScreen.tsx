import { Button } from 'antd'
import { useMemo } from 'react'
import { compileList } from '#runtime/compile/list.ts'
import type { ListPlan, TreePlan } from '#runtime/compile/plan.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import { Dictionaries } from '#runtime/fields/Dictionaries.tsx'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { StateNote } from '#runtime/ui/StateNote.tsx'
import { useNarrow } from '#runtime/ui/useNarrow.ts'
import { ListSurface } from '../list-kit/ListSurface.tsx'
import { sideOf } from '../list-kit/query/side-of.tsx'
import type { RowExtras } from '../list-kit/table/row-extras.ts'
import { useListActions } from '../list-kit/toolbar/useListActions.tsx'
import { useAddressLocation } from '../list-kit/useListLocation.ts'
import { Branch, branchNote } from './Branch.tsx'
import { parentOf } from './branches.ts'
import { RecordCard, useReturnToCard } from './RecordCard.tsx'
import { type TreeList, useTreeList } from './useTreeList.ts'
import './tree.css'

/** A list of records in a tree. */
export function TreeListScreen({ screen }: { screen: ScreenDocument }) {
  const { types, can } = useRuntime()
  const plan = useMemo(() => compileList(screen, { types, can }), [screen, types, can])
  return plan.tree ? (
    <Tree screen={screen} plan={plan} tree={plan.tree} />
  ) : (
    <StateNote tone="error" title={`「${screen.title}」的布局还不能显示`} text="树形列表缺少 tree" />
  )
}

function Tree({ screen, plan, tree }: { screen: ScreenDocument; plan: ListPlan; tree: TreePlan }) {
  const list = useTreeList(plan, tree, useAddressLocation(plan))
  const narrow = useNarrow()
  const actions = useListActions(list, screen)
  const rowExtras: RowExtras = {
    ...(tree.text === undefined ? {} : { column: tree.text }),
    lead: (row, cell) => (
      <Branch list={list} row={row} narrow={narrow} actions={actions}>
        {cell}
      </Branch>
    ),
    below: (row) => branchNote(list, row, narrow),
  }
  const { form, tree: side } = list.state
  const cardId = tree.card && !narrow && form?.mode === 'detail' && !form.page ? form.id : undefined
  useReturnToCard(list, cardId)
  const defaults = {
    ...(plan.sideTree && side ? { [plan.sideTree.field]: side } : {}),
    ...(form?.under === undefined ? {} : { [tree.parent]: form.under }),
  }
  return (
    <Dictionaries codes={plan.needs}>
      <ListSurface
        screen={screen}
        list={list}
        rowExtras={rowExtras}
        defaults={Object.keys(defaults).length > 0 ? defaults : undefined}
        side={sideOf(list)}
        tools={tree.lazy || narrow ? undefined : <ExpandButton list={list} />}
        card={
          cardId === undefined
            ? undefined
            : (content, recordActions) => (
                <RecordCard
                  list={list}
                  actions={actions}
                  row={list.tree.placeOf(cardId)?.row}
                  recordActions={recordActions}
                >
                  {content}
                </RecordCard>
              )
        }
        // A new record is created below the record where the user added it.
        onSaved={(record) => {
          const parent = parentOf({ ...record, id: String(record.id) }, tree)
          if (parent !== undefined) list.tree.setOpen(parent, true)
        }}
      />
      {actions.holder}
    </Dictionaries>
  )
}

/** Expands or collapses the whole tree. */
function ExpandButton({ list: { tree, rows } }: { list: TreeList }) {
  const isAll = rows.every((row) => !tree.canOpen(row) || tree.isOpen(row.id))
  return (
    <Button disabled={rows.length === 0} onClick={() => tree.setAllOpen(!isAll)}>
      {isAll ? '合并所有' : '展开所有'}
    </Button>
  )
}
