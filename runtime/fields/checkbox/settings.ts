import Type from 'typebox'

const State = Type.Union([Type.String(), Type.Number(), Type.Boolean()])

export const checkboxSettings = {
  customValue: Type.Optional(Type.Tuple([State, State])),
  defaultChecked: Type.Optional(Type.Boolean()),
}
