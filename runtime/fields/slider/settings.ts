import Type from 'typebox'

/** Bounds are 0 and 100, the step is 1, unless the field says others. */
export const sliderSettings = {
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  step: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
}
