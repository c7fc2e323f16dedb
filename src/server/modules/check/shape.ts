import Type from 'typebox'

export const DuplicateQuery = Type.Object({
  tableName: Type.String({ minLength: 1, maxLength: 100 }),
  fieldName: Type.String({ minLength: 1, maxLength: 64 }),
  fieldVal: Type.String({ maxLength: 2000 }),
  dataId: Type.Optional(Type.String({ maxLength: 64 })),
})

/** The value is URL-encoded once more than the address requires. */
export const RuleQuery = Type.Object({
  ruleCode: Type.String({ minLength: 1, maxLength: 100 }),
  value: Type.String({ maxLength: 6000 }),
})
