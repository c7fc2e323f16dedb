import type { ComponentType } from 'react'
import type { KindWith } from '#runtime/schema/kinds/plans.ts'
import type { LayoutName } from '#runtime/schema/layouts/plans.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { ListScreen } from './list-kit/ListScreen.tsx'

/** The components that draw a screen, by the name of its layout; a layout without one does not compile. */
export const layoutViews: Readonly<Record<string, ComponentType<{ screen: ScreenDocument }>>> = {
  normal: ListScreen,
  erp: lazyPart(async () => (await import('./erp/ErpScreen.tsx')).ErpScreen),
  tab: lazyPart(async () => (await import('./tab/TabScreen.tsx')).TabScreen),
  innerTable: lazyPart(async () => (await import('./innerTable/InnerTableScreen.tsx')).InnerTableScreen),
  calendar: lazyPart(async () => (await import('./calendar/CalendarScreen.tsx')).CalendarScreen),
  board: lazyPart(async () => (await import('./board/BoardScreen.tsx')).BoardScreen),
  card: lazyPart(async () => (await import('./card/CardScreen.tsx')).CardScreen),
  tree: lazyPart(async () => (await import('./treeList/TreeListScreen.tsx')).TreeListScreen),
} satisfies Record<LayoutName, ComponentType<{ screen: ScreenDocument }>>

type PageKind = Exclude<KindWith<'isPage'>, KindWith<'hasTable'>>

/**
 * The pages of documents by their kind, besides screens, which their layout draws; each is loaded with its first document,
 * and a kind without one does not compile. A component receives documents of its own kind only: the server checked their
 * shape.
 */
export const pageViews: Readonly<Record<string, ComponentType<{ document: never }>>> = {
  form: lazyPart(async () => (await import('./form-page/FormPage.tsx')).FormPage),
  ledger: lazyPart(async () => (await import('./ledger/LedgerScreen.tsx')).LedgerScreen),
  panel: lazyPart(async () => (await import('./panel/PanelScreen.tsx')).PanelScreen),
  report: lazyPart(async () => (await import('./report/ReportScreen.tsx')).ReportScreen),
} satisfies Record<PageKind, ComponentType<never>>

/**
 * Opens the records of another screen from a detail row; defined here, because lists open forms and forms may open
 * lists.
 */
export const SubTable = lazyPart(async () => (await import('./erp/SubTable.tsx')).SubTable)

/** Lists the records of other screens that refer to a record, below its form; defined here for the same reason. */
export const RelatedRecords = lazyPart(async () => (await import('./erp/RelatedRecords.tsx')).RelatedRecords)
