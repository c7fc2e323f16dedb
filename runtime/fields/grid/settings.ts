import Type from 'typebox'
import { Code, Expression, Key } from '#runtime/schema/language/field.ts'
import { Actions, DetailTable, DetailTree, Pane } from '#runtime/schema/language/screen.ts'

const count = Type.Integer({ minimum: 0, maximum: 10_000 })

/** What a detail may say besides its `fields`, which the composed schema adds (they are fields of any type). */
export const tableSettings = {
  table: DetailTable,
  minRows: Type.Optional(count),
  maxRows: Type.Optional(count),
  look: Type.Optional(Type.Literal('form')),
  columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  own: Type.Optional(Type.Boolean()),
  actions: Type.Optional(Actions),
  size: Type.Optional(
    Type.Union((['medium', 'small', 'mini', 'tiny'] as const).map((word) => Type.Literal(word))),
  ),
  maxHeight: Type.Optional(Type.Integer({ minimum: 100, maximum: 2000 })),
  alwaysEdit: Type.Optional(Type.Boolean()),
  rowMenu: Type.Optional(Type.Boolean()),
  dragSortKey: Type.Optional(Key),
  disabledRows: Type.Optional(Expression),
  tree: Type.Optional(DetailTree),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  panes: Type.Optional(Type.Array(Pane, { minItems: 1 })),
  authPrefix: Type.Optional(Code),
  socketKey: Type.Optional(Code),
}

export const gridFamilySettings = {
  table: tableSettings,
}
