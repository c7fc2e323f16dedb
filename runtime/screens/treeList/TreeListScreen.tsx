import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import type { Column, ListPlan, TreePlan } from '#runtime/compile/plan.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { usePage } from '#runtime/host/page-visibility.ts'
import { giveUp, hasUnsaved } from '#runtime/host/unsaved.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { askToDiscard } from '#runtime/ui/overlay/confirm-discard.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { ListBody, ListPages, ListRows } from '../list-kit/parts/ListBody.tsx'
import { ListForms } from '../list-kit/parts/ListForms.tsx'
import { ListConditions, ListQuery } from '../list-kit/parts/ListQuery.tsx'
import { ListHeading, ListSheet } from '../list-kit/parts/ListSheet.tsx'
import { ListPhoneBar, ListToolbar } from '../list-kit/parts/ListToolbar.tsx'
import { ListContext } from '../list-kit/parts/list-context.tsx'
import { renderSide } from '../list-kit/query/render-side.tsx'
import type { RowExtras } from '../list-kit/table/row-extras.ts'
import { useListActions } from '../list-kit/useListActions.tsx'
import { useAddressLocation } from '../list-kit/useListLocation.ts'
import { useListPlan } from '../list-kit/useListPlan.ts'
import { Branch, branchNote } from './Branch.tsx'
import { findParent } from './branches.ts'
import { RecordCard, useReturnToCard } from './RecordCard.tsx'
import { type TreeList, useTreeList } from './useTreeList.ts'
import './tree.css'

/** A list of records in a tree. */
export function TreeListScreen({ screen }: { screen: ScreenDocument }) {
  const plan = useListPlan(screen)
  return plan.tree ? (
    <Tree screen={screen} plan={plan} tree={plan.tree} />
  ) : (
    <StateNote tone="error" title={`「${screen.title}」的布局还不能显示`} text="树形列表缺少 tree" />
  )
}

function Tree({ screen, plan, tree }: { screen: ScreenDocument; plan: ListPlan; tree: TreePlan }) {
  const treeList = useTreeList(plan, tree, useAddressLocation(plan))
  const narrow = useNarrow()
  const { form, tree: side } = treeList.state
  const isEditing = form?.mode === 'edit'
  const cardId =
    tree.card && !narrow && (isEditing || form?.mode === 'detail') && !form.page ? form.id : undefined
  const [list, holder] = useGuarded(treeList, cardId !== undefined && isEditing)
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
  useReturnToCard(list, cardId)
  const defaults = {
    ...(plan.sideTree && side ? { [plan.sideTree.field]: side } : {}),
    ...(form?.under === undefined ? {} : { [tree.parent]: form.under }),
  }
  const forms = (
    <ListForms
      frame={
        cardId === undefined
          ? undefined
          : (content, recordActions, ready) => (
              <RecordCard
                list={list}
                actions={actions}
                row={list.tree.findPlace(cardId)?.row}
                recordActions={recordActions}
                isEditing={isEditing}
                ready={ready}
              >
                {content}
              </RecordCard>
            )
      }
      // A new record is created below the record where the user added it.
      onSaved={(record) => {
        const parent = findParent({ ...record, id: String(record.id) }, tree)
        if (parent !== undefined) list.tree.setOpen(parent, true)
      }}
    />
  )
  return (
    <Dictionaries codes={plan.needs}>
      <ListContext
        screen={screen}
        list={list}
        rowExtras={rowExtras}
        defaults={Object.keys(defaults).length > 0 ? defaults : undefined}
        side={renderSide(list)}
        chooseColumns={cardId === undefined ? undefined : (columns) => leadingColumn(columns, tree)}
      >
        <ListSheet aside={cardId !== undefined && forms}>
          <ListHeading />
          <ListQuery />
          <ListToolbar>{tree.lazy || narrow ? undefined : <ExpandButton list={list} />}</ListToolbar>
          <ListConditions />
          <ListBody>
            <ListRows />
          </ListBody>
          <ListPages />
          <ListPhoneBar />
        </ListSheet>
        {cardId === undefined && forms}
      </ListContext>
      {actions.holder}
      {holder}
    </Dictionaries>
  )
}

/** Beside an open record only the column of the branches remains. */
function leadingColumn(columns: readonly Column[], { text }: TreePlan): readonly Column[] {
  const leading = columns.filter(({ key }) => key === text)
  return leading.length > 0 ? leading : columns.slice(0, 1)
}

/** The list; while a record is edited beside it, opening another one asks before it discards changes. */
function useGuarded(list: TreeList, isEditing: boolean): [TreeList, ReactNode] {
  const page = usePage()
  const [modal, holder] = Modal.useModal()
  if (!isEditing) return [list, holder]
  const change: TreeList['change'] = async (next) => {
    if ('form' in next && hasUnsaved(page.key)) {
      if (!(await askToDiscard(modal))) return
      giveUp(page.key)
    }
    list.change(next)
  }
  // Without addresses the links of the rows are buttons, which ask.
  return [{ ...list, change, formLink: undefined }, holder]
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
