import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { Handlers } from '#runtime/rules/handlers.ts'
import type { PanelBlock } from '#runtime/schema/kinds/panel/shape.ts'

/** Props of a dialog of the application that shows a record. */
export interface RecordDialogProps {
  id: string
  /** The id of the screen that lists it. */
  screen: string
  onClose(): void
}

/** Props of a view that a button of a list opens over it. */
export interface ActionViewProps {
  /** The record of the row; absent for a button of the toolbar. */
  row?: Readonly<Record<string, unknown>> & { id: string }
  /** The selected rows, for a button that needs several; one row for a button of a row. */
  rows?: readonly (Readonly<Record<string, unknown>> & { id: string })[]
  /** Removes the view. */
  onClose(): void
  /** Loads the rows of the list again. */
  onChange(): void
}

/** The view that a button names (`view`), and what it gets. */
export interface NamedViewProps extends ActionViewProps {
  name: string
}

/** Props of the buttons that an application adds to the page of a document. */
export interface DocumentToolsProps {
  id: string
  title: string
  /** The name under which the page is sent: the code of a report, the id of a panel; other pages are not sent. */
  code?: string
  /** With words, beside buttons with words; otherwise as icons. */
  hasWord?: boolean
}

/** What an application adds to screens, by the names that documents may use. Nothing by default. */
export interface Extensions {
  /** The checks that documents may name (`handler`). */
  handlers?: Handlers
  /** By id, the screens whose records open in a dialog of the application instead of their form. */
  recordDialogs?: ReadonlyMap<string, ComponentType<RecordDialogProps>>
  /** Components of panel blocks, by the names that documents may use (`widget`). */
  blockWidgets?: ReadonlyMap<string, ComponentType<{ block: PanelBlock }>>
  /** Draws the views that buttons may open. */
  ActionView?: ComponentType<NamedViewProps>
  /** Draws its children in the dark theme, whatever the theme of the page. */
  DarkLook?: ComponentType<{ children: ReactNode }>
  /** Buttons beside those of the page of a document, for holders of the code `needs`; nothing is loaded for others. */
  documentTools?: readonly { needs: string; Part: ComponentType<DocumentToolsProps> }[]
}

const ExtensionsContext = createContext<Extensions>({})
export const ExtensionsProvider = ExtensionsContext.Provider
export const useExtensions = (): Extensions => useContext(ExtensionsContext)
