import type { CompileEnv } from '#runtime/compile/compile-env.ts'
import { drawingColumns } from '#runtime/compile/list/drawing-columns.ts'
import type { Column, ListPlan } from '#runtime/compile/plan.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

/** The fields of a card. */
export interface CardPlan {
  title: Column
  image?: Column
  text?: Column
  subtitle: readonly Column[]
  /** The most cards beside each other. */
  columnCount: number
}

/** The number of further fields on a card whose document names none. */
const DEFAULT_FACTS = 3
const DEFAULT_COLUMN_COUNT = 4

/** Undefined where the user may see no field of the screen. */
export function compileCard(screen: ScreenDocument, plan: ListPlan, env: CompileEnv): CardPlan | undefined {
  const { card = {} } = screen.list ?? {}
  const { columns, findColumn, findTitle } = drawingColumns(screen, plan, env)
  const title = findTitle(card.title)
  if (!title) return
  const [image, text] = [findColumn(card.image), findColumn(card.text)]
  const rest = columns.filter(({ key }) => ![title.key, image?.key, text?.key].includes(key))
  return {
    title,
    ...(image && { image }),
    ...(text && { text }),
    subtitle: card.subtitle?.flatMap((key) => findColumn(key) ?? []) ?? rest.slice(0, DEFAULT_FACTS),
    columnCount: card.columnCount ?? DEFAULT_COLUMN_COUNT,
  }
}
