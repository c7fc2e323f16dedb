import type { ScreenDocument } from '#runtime/schema/types.ts'
import { ListScreen } from '../list-kit/ListScreen.tsx'
import { useTab } from './useTab.ts'

/** A list whose records open as tabs: the head, then each detail table. */
export const TabScreen = ({ screen }: { screen: ScreenDocument }) => <ListScreen screen={useTab(screen)} />
