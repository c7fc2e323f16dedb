import { type ComponentType, lazy } from 'react'
import type { ScreenDocument } from '../schema/types.ts'
import { ListScreen } from './list/ListScreen.tsx'

/** The kinds of screen there are, by `list.layout`. */
export const screenKinds: Readonly<Record<string, ComponentType<{ screen: ScreenDocument }>>> = {
  normal: ListScreen,
  erp: lazy(() => import('./erp/ErpScreen.tsx').then(({ ErpScreen }) => ({ default: ErpScreen }))),
  tab: lazy(() => import('./tab/TabScreen.tsx').then(({ TabScreen }) => ({ default: TabScreen }))),
  innerTable: lazy(() =>
    import('./innerTable/InnerTableScreen.tsx').then(({ InnerTableScreen }) => ({
      default: InnerTableScreen,
    })),
  ),
  tree: lazy(() =>
    import('./treeList/TreeListScreen.tsx').then(({ TreeListScreen }) => ({ default: TreeListScreen })),
  ),
}

/**
 * The documents besides screens that have a page, by `kind`; each is loaded with the first of its kind. A component is
 * given documents of its own kind only: the server's check has seen to their shape.
 */
export const documentKinds: Readonly<Record<string, ComponentType<{ document: never }>>> = {
  form: lazy(() => import('./form-page/FormPage.tsx').then(({ FormPage }) => ({ default: FormPage }))),
  panel: lazy(() => import('./panel/PanelScreen.tsx').then(({ PanelScreen }) => ({ default: PanelScreen }))),
  report: lazy(() =>
    import('./report/ReportScreen.tsx').then(({ ReportScreen }) => ({ default: ReportScreen })),
  ),
}
