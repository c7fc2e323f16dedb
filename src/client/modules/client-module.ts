import type { ComponentType } from 'react'
import type { Widget } from '#runtime/contract/widgets.ts'
import type { NamedHandler } from '#runtime/rules/handlers.ts'
import type { PanelBlock } from '#runtime/schema/kinds/panel/shape.ts'
import type { ActionViewProps, RecordDialogProps } from '#runtime/services/extensions.ts'

/** Draws a block; a component of one type of block is cast to it, since documents name it in blocks of that type. */
export type BlockWidget = ComponentType<{ block: PanelBlock }>

type Named<T> = Readonly<Record<string, T>>

/**
 * What one part of the application adds to menus and documents, by name. Every user loads all modules: a component that
 * is not drawn with each list is lazy.
 */
export interface ClientModule {
  /** Hand-written pages, by the component names of the menu. */
  pages?: Named<ComponentType>
  /** By the `widget` of a field. */
  widgets?: Named<Widget>
  /** By the `widget` of a panel block. */
  blockWidgets?: Named<BlockWidget>
  /** What buttons of lists open, by their `view`. */
  actionViews?: Named<ComponentType<ActionViewProps>>
  /** The checks that documents name (`handler`), as run in the browser; the server registers its own under the same names. */
  handlers?: readonly NamedHandler[]
  /** Records that open in a dialog of the application, by the screens that list them. */
  recordDialogs?: Named<ComponentType<RecordDialogProps>>
}

export const defineClientModule = (module: ClientModule): ClientModule => module
