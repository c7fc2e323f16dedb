import Type from 'typebox'
import { Ids } from '../../../platform/http/id-shape.ts'

const Id = Type.String({ minLength: 1, maxLength: 64 })
const Code = Type.String({ minLength: 1, maxLength: 200 })
const Value = Type.String({ maxLength: 100 })

export const DictIdParams = Type.Object({ id: Id })

export const DictIdPart = Type.Object({ id: Id })

export const DictIds = Type.Object({ ids: Ids })

export const TextParams = Type.Object({ code: Code, key: Value })

/** `id`: the item that is edited, whose own value is free. */
export const ItemCheckQuery = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 64 })),
  dictId: Id,
  itemValue: Value,
})

/** Without a code there are no uses; without an item the records with any value of the dictionary are counted. */
export const UsesQuery = Type.Object({
  dictCode: Type.Optional(Type.String({ maxLength: 200 })),
  itemValue: Type.Optional(Value),
})

/** The documents of dictionaries and of their items. */
export const dictId = 'system/dict'
export const itemId = 'system/dict-item'
