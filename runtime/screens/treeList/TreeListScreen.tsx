import { Suspense, useMemo } from 'react'
import { compileList } from '../../compile/list.ts'
import type { ListPlan, TreePlan } from '../../compile/plan.ts'
import { useRuntime } from '../../fields/context.tsx'
import { useNarrow } from '../../fields/parts/use-narrow.ts'
import type { ScreenDocument } from '../../schema/types.ts'
import { ListSurface } from '../list/ListSurface.tsx'
import type { RowFace } from '../list/ListTable.tsx'
import { useAddress } from '../list/place.ts'
import { Dictionaries } from '../parts/Dictionaries.tsx'
import { StateNote } from '../parts/StateNote.tsx'
import { Branch, branchNote } from './Branch.tsx'
import { parentOf } from './branches.ts'
import { useTreeList } from './useTreeList.ts'
import './tree.css'
import { lazyPart } from '../../fields/parts/lazy.tsx'

const SideTree = lazyPart(async () => (await import('../list/SideTree.tsx')).SideTree)

/** A list whose rows hang on each other. */
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
  const list = useTreeList(plan, tree, useAddress(plan))
  const narrow = useNarrow()
  const face: RowFace = {
    ...(tree.text === undefined ? {} : { column: tree.text }),
    lead: (row, cell) => (
      <Branch list={list} row={row} narrow={narrow}>
        {cell}
      </Branch>
    ),
    below: (row) => branchNote(list, row, narrow),
  }
  const { form, tree: side } = list.state
  const defaults = {
    ...(plan.sideTree && side ? { [plan.sideTree.field]: side } : {}),
    ...(form?.under === undefined ? {} : { [tree.parent]: form.under }),
  }
  return (
    <Dictionaries needs={plan.needs}>
      <ListSurface
        screen={screen}
        list={list}
        face={face}
        defaults={Object.keys(defaults).length > 0 ? defaults : undefined}
        side={
          plan.sideTree && (
            <Suspense fallback={<div className="pro-side" />}>
              <SideTree list={list} />
            </Suspense>
          )
        }
        // Where it was put is where one looks for it.
        onSaved={(record) => {
          const parent = parentOf({ ...record, id: String(record.id) }, tree)
          if (parent !== undefined) list.tree.setOpen(parent, true)
        }}
      />
    </Dictionaries>
  )
}
